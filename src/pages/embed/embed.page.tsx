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

/** An error in a frame, as small as a frame may be. */
export function EmbedError({ message }: { message: string }) {
  return (
    <Frame title="Chart not available" path="/">
      <h1>This chart is not available</h1>
      <p class="muted">{message}</p>
    </Frame>
  );
}
