import { chartThemes } from '../../charts/chart-styles.js';
import { comparedRange, pickScales, readComparedRange, scaledCharts } from '../compare/compare.query.js';
import { ChartStyleQuery } from '../embed/shared-chart.query.js';
import { SharedChart } from '../kinds/page-kind.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { Select } from '../parts/lists/list-form.js';
import { Link, pathTo, withoutDefaults } from '../parts/names/link.js';
import { Panel } from '../parts/panels/panel.js';
import { freezeRange, movingRanges, readPageRange } from '../parts/ranges/page-range.js';
import { CopyField, CopyHint, frameCode, frameHeight } from '../parts/panels/share.js';
import { streamerCharts } from '../streamer/streamer-panels.js';
import { ShareQuery } from './share.query.js';

const keptFields = ['streamers', ...scaledCharts, 'tz', 'platform'] as const;
const themeNames = { light: 'Light', dark: 'Dark', auto: 'As the system of the reader' };

interface SharePageProps {
  query: ShareQuery;
  chart: SharedChart;
}

/** The codes that show a chart on another site, with a preview. A script updates both while options change. */
export function SharePage({ query, chart }: SharePageProps) {
  const { hrefOf } = useSite();
  const title = chart.heading;
  return (
    <Layout title={`Share: ${title}`} description={`Codes that show this chart: ${title}.`} path="/share" hidden>
      <div class="page-head">
        <div>
          <h1>Share a chart</h1>
          <p class="muted">
            <Link to={chart.path}>{title}</Link>
          </p>
        </div>
      </div>
      <form action={hrefOf('/share')} class="panel fields" data-live="shared">
        <input type="hidden" name="of" value={query.of} />
        {keptFields.map((name) =>
          query[name] === undefined ? null : <input type="hidden" name={name} value={query[name]} />,
        )}
        <RangeField query={query} />
        <Select
          name="theme"
          label="Theme"
          chosen={query.theme}
          options={chartThemes.map((name) => [name, themeNames[name]])}
        />
        <button type="submit">Update</button>
      </form>
      <div id="shared" class="panels">
        <Codes query={query} chart={chart} />
      </div>
    </Layout>
  );
}

/** The range of the chart, unless the chart has a fixed period: ranges that end now, and the chosen one with fixed dates. */
function RangeField({ query }: { query: ShareQuery }) {
  const { now } = useSite();
  const [kind, , graph] = query.of.split('/');
  const hasRange = streamerCharts.some(({ id, period }) => id === graph && period === undefined);
  if (kind !== 'compare' && kind !== 'totals' && (kind !== 'streamers' || !hasRange)) return null;
  const chosen = readComparedRange(query);
  const fixed = chosen.call ? chosen : freezeRange(chosen, now);
  const options = movingRanges
    .filter((range) => kind === 'streamers' || range !== 'all')
    .map((range) => [range, readPageRange({ range }).title] as const);
  return (
    <Select
      {...{ name: 'range', label: 'Range', chosen: chosen.query.range }}
      options={fixed ? [...options, [fixed.query.range, fixed.title]] : options}
    />
  );
}

const pictureSize = new ChartStyleQuery();

function Codes({ query, chart: { heading: title, path } }: SharePageProps) {
  const { address, embeds, hrefOf } = useSite();
  const { of, streamers, platform, theme } = query;
  const page = `${path}#${of.split('/').at(-1)}`;
  const range = readComparedRange(query);
  const days = of.startsWith('compare/') ? comparedRange(range) : range.query;
  const data = withoutDefaults({ streamers, ...days, ...pickScales(query), platform }, new ShareQuery());
  const frame = pathTo(`/embed/${of}`, { ...data, ...(theme !== 'auto' && { theme }) });
  const picture = pathTo(`/download/${of}.png`, { ...data, ...(theme === 'dark' && { theme }) });
  return (
    <>
      <Panel id="preview" title="Preview" wide>
        {embeds ? (
          <iframe src={hrefOf(frame)} width="100%" height={frameHeight} title={`Preview: ${title}`} />
        ) : (
          <>
            <p class="warning">
              Embedding is switched off on this site: no other site may frame its charts. Share the picture instead.
              Operators list the sites that may frame charts in <code>EMBED_ORIGINS</code>.
            </p>
            <img src={hrefOf(picture)} width={pictureSize.width} height={pictureSize.height} alt={title} />
          </>
        )}
      </Panel>
      <Panel id="codes" title="Code to copy" wide>
        <CopyHint />
        <div class="codes">
          {embeds ? (
            <CopyField id="frame-code" name="HTML, a chart with readouts" text={frameCode(address(frame), title)} />
          ) : null}
          <CopyField
            id="markdown-code"
            name="Markdown, a picture for a README or a forum"
            text={`[![${title.replace(/[\\[\]]/g, '\\$&')}](${address(picture)})](${address(page)})`}
          />
          <CopyField id="page-link" name="Link to the page" text={address(page)} />
        </div>
      </Panel>
    </>
  );
}
