import { ChartTheme } from '../../charts/chart-styles.js';
import { useSite } from '../layout/site.js';
import { CanvasContext } from '../parts/panels/canvas.js';
import { Frame } from './frame.js';
import { SharedChart } from './shared-charts.js';

/** Pixels of a frame above and below the chart, and of the names of its layers. */
const aroundChart = 100;
const namesRoom = 24;

interface EmbedPageProps {
  chart: SharedChart;
  theme: ChartTheme;
  height: number;
}

/** One chart for a frame of another site, as high as the frame, with a link to its page. */
export function EmbedPage({ chart, theme, height }: EmbedPageProps) {
  const { hrefOf } = useSite();
  const { name, path, span, panel, hasNames = false } = chart;
  const room = aroundChart + (hasNames ? namesRoom : 0);
  return (
    <Frame title={name} path={path} span={span} theme={theme === 'auto' ? undefined : theme}>
      <h1>
        <a href={hrefOf(path)} rel="noopener">
          <bdi>{name}</bdi>
        </a>
      </h1>
      <CanvasContext.Provider value={{ height: height - room }}>{panel}</CanvasContext.Provider>
    </Frame>
  );
}

const problems: Readonly<Record<number, string>> = {
  400: 'A part of its address is mistyped.',
  404: 'The data may be gone, or the address of the chart is mistyped.',
  429: 'Too many charts at once. Try again in a minute.',
  503: 'Many people are looking at once. The chart loads again by itself.',
};

/** An error in a frame, as small as a frame may be. `message` is the sentence of the API's response. */
export function EmbedError({ status, message }: { status: number; message: string }) {
  const text = problems[status] ?? 'Something went wrong here. Try again in a moment.';
  return (
    <Frame title="Chart not available" path="/">
      <h1>This chart is not available</h1>
      <p class="muted">{text}</p>
      {status === 400 ? <p class="muted">{message}</p> : null}
    </Frame>
  );
}
