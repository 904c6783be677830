import { chartThemes } from '../../charts/chart-styles.js';
import { windowDays } from '../../streamer/dto/window-stats.query.js';
import { escapeText } from '../../charts/markup.js';
import { SharedChart } from '../embed/shared-charts.js';
import { Layout } from '../layout/layout.js';
import { useSite } from '../layout/site.js';
import { Select } from '../parts/lists/list-form.js';
import { Link, withQuery } from '../parts/names/link.js';
import { Panel } from '../parts/panels/panel.js';
import { CopyField, CopyHint, frameCode } from '../parts/panels/share.js';
import { ranges, rangeText } from '../streamer/streamer.query.js';
import { FrameSize, frameSizes, ShareQuery } from './share.query.js';

const keptFields = ['streamers', 'viewers', 'followers'] as const;
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
        <Select
          name="size"
          label="Size"
          chosen={query.size}
          options={Object.keys(frameSizes).map((name) => [name, sizeText(name as FrameSize)])}
        />
        <button type="submit">Update</button>
      </form>
      <div id="shared" class="panels">
        <Codes query={query} chart={chart} />
      </div>
    </Layout>
  );
}

function RangeField({ query: { of, range, days } }: { query: ShareQuery }) {
  const options = (values: readonly string[]) => values.map((value) => [value, rangeText(value)] as const);
  if (of.startsWith('compare/'))
    return <Select name="days" label="Range" chosen={days ?? '30'} options={options(windowDays.map(String))} />;
  if (!of.startsWith('streamers/') || of.endsWith('/calendar')) return null;
  return <Select name="range" label="Range" chosen={range ?? '30'} options={options(ranges)} />;
}

function sizeText(size: FrameSize): string {
  const { width, height } = frameSizes[size];
  return width === undefined ? `Full width × ${height}` : `${width} × ${height}`;
}

function Codes({ query, chart: { heading: title, path } }: SharePageProps) {
  const { address, embeds, hrefOf } = useSite();
  const { of, range, days, streamers, viewers, followers, theme, size } = query;
  const page = `${path}#${of.split('/').at(-1)}`;
  const { width, height } = frameSizes[size];
  const data = { streamers, days, viewers, followers, range: range === '30' ? undefined : range };
  const frame = withQuery(`/embed/${of}`, { ...data, ...(theme !== 'auto' && { theme }), height });
  const look = { ...(theme === 'dark' && { theme }), width: width ?? 720, height };
  const picture = withQuery(`/download/${of}.png`, { ...data, ...look });
  return (
    <>
      <Panel id="preview" title="Preview" wide>
        {embeds ? (
          <iframe src={hrefOf(frame)} width={width ?? '100%'} height={height} title={`Preview: ${title}`} />
        ) : (
          <>
            <p class="warning">
              Embedding is switched off on this site: no other site may frame its charts. Share the picture instead.
              Operators list the sites that may frame charts in <code>EMBED_ORIGINS</code>.
            </p>
            <img src={hrefOf(picture)} width={look.width} height={height} alt={title} />
          </>
        )}
      </Panel>
      <Panel id="codes" title="Code to copy" wide>
        <CopyHint />
        <div class="codes">
          {embeds ? (
            <CopyField
              id="frame-code"
              name="HTML, a chart with readouts"
              text={frameCode(address(frame), title, width, height)}
            />
          ) : null}
          <CopyField
            id="markdown-code"
            name="Markdown, a picture for a README or a forum"
            text={`[![${title.replace(/[\\[\]]/g, '\\$&')}](${address(picture)})](${address(page)})`}
          />
          <CopyField
            id="picture-code"
            name="HTML, a picture"
            text={`<a href="${escapeText(address(page))}"><img src="${escapeText(address(picture))}" width="${look.width}" height="${height}" alt="${escapeText(title)}"></a>`}
          />
          <CopyField id="page-link" name="Link to the page" text={address(page)} />
        </div>
      </Panel>
    </>
  );
}
