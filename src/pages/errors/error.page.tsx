import type { ComponentChildren } from 'preact';
import { defaultDays } from '../../figures/windows.js';
import { retrySeconds } from '../../http/errors/error-reply.js';
import { Layout } from '../layout/layout.js';
import { Mark } from '../layout/mark.js';
import { useSite } from '../layout/site.js';
import { LiveStream } from '../../streams/live/live-stream.response.js';
import { countText } from '../../charts/labels/number-labels.js';
import { DidYouMean } from '../parts/names/did-you-mean.js';
import { Link, pathTo } from '../parts/names/link.js';
import { monthInWords } from '../parts/lists/selects.js';
import { toStreamer } from '../parts/names/streamer-name.js';
import { plainText } from '../../streams/shown-text.js';
import { UntrustedText, StreamerLink } from '../parts/names/texts.js';
import { OtherMonthsException } from './other-months.exception.js';
import { UnknownNameException } from './unknown-name.exception.js';

const problems: Readonly<Record<number, typeof unexpected>> = {
  400: { heading: 'This address does not work', advice: 'A part of the address is mistyped.' },
  404: { heading: 'There is no such page', advice: 'It may be gone, or the address is mistyped.' },
  429: {
    heading: 'Too many pages at once',
    advice: 'Wait a minute, then load this page again. Until then, other pages may not load either.',
  },
};

const unexpected = {
  heading: 'Something went wrong here',
  advice: 'It is not your fault. Load this page again in a moment.',
};

function problemOf(status: number, error: string): typeof unexpected {
  if (status === 503) {
    const advice = `${shortenError(error)} This page loads again by itself; nothing is lost.`;
    return { heading: `Not available, trying again in ${retrySeconds} s`, advice };
  }
  return problems[status] ?? unexpected;
}

/** Returns the first sentence of an error. Other sentences are for clients of the API. */
export function shortenError(error: string): string {
  return error.replace(/(?<=\.) .*/, '');
}

/** The reason why an address does not work, in the words of the API, whose parameters most pages have. */
export function BadAddress({ status, error }: Pick<ErrorPageProps, 'status' | 'error'>) {
  return status === 400 ? <p class="muted">{shortenError(error)}</p> : null;
}

interface ErrorPageProps {
  status: number;
  /** The error for clients of the API. */
  error: string;
  popular: readonly LiveStream[];
  /** The months that exist, if the address has a range that the page does not have. */
  others?: OtherMonthsException | undefined;
}

/** The error page for readers. */
export function ErrorPage({ status, error, popular, others }: ErrorPageProps) {
  const { heading, advice } = problemOf(status, error);
  return (
    <ErrorLayout heading={heading}>
      <p role="status">{advice}</p>
      {others ? <OtherMonths {...others} error={error} /> : <BadAddress status={status} error={error} />}
      {status === 503 ? <Retry /> : status === 429 ? null : <SearchAgain popular={popular} />}
    </ErrorLayout>
  );
}

/** What is wrong with a range, with links to the months that exist. */
function OtherMonths({ error, months, path }: Pick<OtherMonthsException, 'months' | 'path'> & { error: string }) {
  return (
    <>
      <p class="muted">{shortenError(error)}</p>
      <p>The last {defaultDays} days and these months exist:</p>
      <ul>
        <li>
          <Link to={path}>Last {defaultDays} days</Link>
        </li>
        {months.map((month) => (
          <li>
            <Link to={pathTo(path, { month })}>{monthInWords(month)}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The page in place of the page of an unknown streamer or game, with similar names. */
export function UnknownNamePage({
  unknown,
  popular,
}: Pick<ErrorPageProps, 'popular'> & { unknown: UnknownNameException }) {
  const { wanted, similar } = unknown;
  const isGame = 'games' in similar;
  const name = `“${plainText(wanted)}”`;
  return (
    <ErrorLayout heading={isGame ? `No game ${name} in the last 30 days` : `Nobody here by the name ${name}`}>
      <p>
        <DidYouMean {...similar} />
        {isGame
          ? 'The name may be misspelled, or nobody streamed the game in the last 30 days.'
          : 'The name may be new, misspelled, or never recorded here.'}
      </p>
      <SearchAgain text={wanted} popular={popular} />
    </ErrorLayout>
  );
}

/** The layout of pages in place of a page that does not exist or failed. */
function ErrorLayout({ heading, children }: { heading: string; children: ComponentChildren }) {
  return (
    <Layout title={heading} description={heading} path="/" hidden>
      <div class="error-page">
        <Mark size={56} />
        <h1>{heading}</h1>
        {children}
      </div>
    </Layout>
  );
}

/** A field to search for a streamer or a game, live streams, and links to pages that always exist. */
function SearchAgain({ text, popular }: { text?: string; popular: readonly LiveStream[] }) {
  const { hrefOf } = useSite();
  return (
    <>
      <form action={hrefOf('/search')} class="fields">
        <div class="grow">
          <label for="search-again">Streamer, game or channel ID</label>
          <input id="search-again" name="q" type="search" required maxLength={100} value={text} />
        </div>
        <button type="submit" class="go">
          Search
        </button>
      </form>
      {popular.length === 0 ? null : <h2>Popular now</h2>}
      <ul>
        {popular.map((stream) => (
          <li>
            <StreamerLink of={toStreamer(stream)} />{' '}
            <span class="muted">
              {countText(stream.viewers ?? 0, 'viewer')}, <UntrustedText text={stream.game_name} empty="no game" />
            </span>
          </li>
        ))}
      </ul>
      <ul>
        <li>
          <Link to="/">Leaderboard</Link>
        </li>
        <li>
          <Link to="/live">Who is live now</Link>
        </li>
      </ul>
    </>
  );
}

function Retry() {
  return (
    <>
      <div class="countdown" aria-hidden="true">
        <i />
      </div>
      <p class="fields">
        <a class="button go" href="">
          Try now
        </a>
        <Link class="button" to="/">
          Leaderboard
        </Link>
      </p>
    </>
  );
}
