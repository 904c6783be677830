import type { ComponentChildren } from 'preact';
import type { Config } from '../../config/config.js';
import {
  allPlatforms,
  credentialsOf,
  mainPlatform,
  otherPlatforms,
  PlatformName,
  platformTitles,
} from '../../config/platforms.js';
import { CollectedPlatform, CollectorFailure } from '../../meta/dto/status.response.js';
import { Layout } from '../layout/layout.js';
import { Age } from '../parts/moments.js';
import { UntrustedText } from '../parts/names/texts.js';

interface FirstStepsProps {
  config: Pick<Config, 'accounts' | 'collect' | 'collects' | 'pagesImages'>;
  collected: readonly CollectedPlatform[];
  failures: readonly CollectorFailure[];
  /** Why the collector of the service ended. */
  refusal: string | undefined;
}

const credentials = credentialsOf(mainPlatform).map((name) => `${name}=...`);
const settings = ['SEED=off', ...credentials, 'COLLECT_LOGINS=your_channel'].join('\n');

const titles = Object.values(platformTitles).join(' or ');
const firstSeen = allPlatforms.map(({ sentences }) => sentences.firstSeen).join(', ');

/** What `/` shows while the database has no streamers: the steps to one's own channel, and which of them are done. */
export function FirstStepsPage({ config, collected, failures, refusal }: FirstStepsProps) {
  const withAccount = config.accounts.map((platform) => platformTitles[platform]).join(' and ');
  const [first] = collected.map(({ collected_since: since }) => since).sort();
  const found = withAccount ? `Credentials of ${withAccount} found.` : first && 'The collector has credentials.';
  return (
    <Layout title="First steps" description="This site has no data yet." path="/" section="Leaderboard">
      <div class="page-head">
        <div>
          <h1>First steps</h1>
          <p class="muted">The database has no streamers yet. Three steps show a channel of {titles} here.</p>
        </div>
      </div>
      <ol class="panel steps">
        <Step title="Credentials" done={found} open="No credentials found.">
          Create an application on{' '}
          {allPlatforms.map(({ connection: { console } }, i) => (
            <>
              {i > 0 && ' or '}
              <a href={console}>{new URL(console).host}</a>
            </>
          ))}
          . Add these lines to the file <code>.env</code>, and restart the service.
          {otherPlatforms.map(({ title, prefix, connection }) => (
            <>
              {' '}
              For {title}, the lines begin with <code>{connection.variablePrefix}</code>, and channels with{' '}
              <code>{prefix}</code>.
            </>
          ))}
          <pre>{settings}</pre>
        </Step>
        <Step
          title="First sweep"
          done={
            first && (
              <>
                First sweep <Age at={first} />.
              </>
            )
          }
          open="No sweep yet."
        >
          <Collector {...config} /> A sweep requests the channels once.
          {refusal === undefined ? null : (
            <p>
              The collector ended: <UntrustedText text={refusal} empty="unknown reason" /> Then restart the service.
            </p>
          )}
          {failures
            .filter(({ reason }) => reason !== refusal)
            .map(({ platform, failed_at: at, reason }) => (
              <p>
                The last sweep of {platformTitles[platform as PlatformName]} failed <Age at={at} />:{' '}
                <UntrustedText text={reason.replace(/\.$/, '')} empty="unknown reason" />. The log of the collector has
                more.
              </p>
            ))}
        </Step>
        <Step title="First stream" open="No stream yet.">
          {firstSeen}. Then this page shows the leaderboard.
        </Step>
      </ol>
      <p>
        Without an account: <code>npm run db:seed</code> loads invented data, <code>npm run demo:collect</code>{' '}
        simulates both platforms, and <code>npm run import -- FOLDER</code> reads your files. The guide is
        docs/collect.md.
      </p>
      {config.pagesImages ? null : (
        <p>
          Pages show initials instead of the pictures of channels, so that the hosts of the pictures do not see who
          opens a page. <code>PAGES_IMAGES=on</code> shows the pictures.
        </p>
      )}
    </Layout>
  );
}

/** How the channels are collected. */
function Collector({ collect, collects }: FirstStepsProps['config']) {
  if (collects) return <>The service collects.</>;
  if (collect) return <>With credentials and COLLECT_LOGINS, the service collects.</>;
  return (
    <>
      Start the collector: <code>npm run collect</code>, or with Docker{' '}
      <code>docker compose --profile collect up --detach</code>.
    </>
  );
}

interface StepProps {
  title: string;
  /** What shows that the step is done, if it is. */
  done?: ComponentChildren;
  /** What is shown until the step is done. */
  open: string;
  children: ComponentChildren;
}

function Step({ title, done, open, children }: StepProps) {
  return (
    <li>
      <h2>{title}</h2>
      <p>{done ? <>✓ {done}</> : open}</p>
      <div>{children}</div>
    </li>
  );
}
