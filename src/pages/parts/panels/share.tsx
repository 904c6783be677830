import { escapeText } from '../../../charts/markup.js';
import { requestSamples } from '../../../http/samples/request-samples.js';
import { useSite } from '../../layout/site.js';
import { FeedLink } from '../../feeds/feed-links.js';
import { Link, pathTo, QueryValues } from '../names/link.js';

/** What readers can take from a panel. */
export interface Shared {
  /** The panel, such as `streamers/aurora_plays/viewers`: its file is below `/download/`, its frame below `/embed/`. */
  of: string;
  /** The parameters that select the data, such as the range. */
  query?: QueryValues | undefined;
  /** The parameters that select the last 365 days, if the data are of another range. */
  year?: QueryValues | undefined;
  hasFile?: boolean;
  /** Whether the panel is a chart with data, which has pictures and a frame. */
  isChart?: boolean;
  /** The API call for the same data, if any. */
  call?: string | undefined;
  freeze?: Freeze | undefined;
  /** The calendars and feeds with the same data. */
  feeds?: readonly FeedLink[] | undefined;
}

/** The page with the last whole days in place of a range that ends now. */
export interface Freeze {
  path: string;
  /** The name of the range. */
  title: string;
}

/** A menu with the file, the API call and the embed code of a panel. A script adds buttons that copy. */
export function ShareMenu({ id, title, shared }: { id: string; title: string; shared: Shared }) {
  const { of, query, year, hasFile = true, isChart = false, call, freeze, feeds = [] } = shared;
  const { address, embeds, needsToken } = useSite();
  const [curl, javascript] = requestSamples(address(call ?? ''), needsToken);
  const encoded = of.replace(':', '%3A');
  const file = (name: string, ending: string, values = query) => (
    <Link to={pathTo(`/download/${encoded}.${ending}`, values)} download>
      {name}
    </Link>
  );
  return (
    <details class="menu share" name="menu">
      <summary>
        Share<span class="sr"> {title}</span>
      </summary>
      <div class="pop">
        {hasFile && file('CSV, all rows', 'csv')}
        {year && file('CSV, last 365 days', 'csv', year)}
        {isChart && file('SVG picture', 'svg')}
        {isChart && file('PNG picture', 'png')}
        {feeds.map(({ name, path }) => (
          <Link to={path}>{name}</Link>
        ))}
        {call && (
          <>
            <CopyField id={`${id}-call`} name="API call" text={address(call)} />
            <CopyField id={`${id}-curl`} name="API call in curl" text={curl.source} />
            <CopyField id={`${id}-javascript`} name="API call in JavaScript" text={javascript.source} />
          </>
        )}
        {isChart && embeds && (
          <CopyField
            id={`${id}-embed`}
            name="Embed code"
            text={frameCode(address(pathTo(`/embed/${encoded}`, query)), title)}
          />
        )}
        <CopyHint />
        {freeze && <Link to={`${freeze.path}#${id}`}>Freeze {freeze.title}</Link>}
        {isChart && (
          <Link to={pathTo('/share', { of, ...query })}>{embeds ? 'Embed with options' : 'Share with options'}</Link>
        )}
      </div>
    </details>
  );
}

/** The height of a frame in pixels. A frame is as wide as the page around it. */
export const frameHeight = 360;

/** Returns the HTML of a frame. */
export function frameCode(address: string, title: string): string {
  return `<iframe src="${escapeText(address)}" width="100%" height="${frameHeight}" loading="lazy" title="${escapeText(title)}"></iframe>`;
}

/** Without `PUBLIC_URL`, a script completes the addresses of the texts to copy. Without scripts, the reader does. */
export function CopyHint() {
  if (useSite().absolute('') !== undefined) return null;
  return (
    <noscript>
      <p class="muted">In copied texts, put the address of this site in front of each path that begins with a slash.</p>
    </noscript>
  );
}

/** A text to copy, with a label. Without scripts it is selected by hand. */
export function CopyField({ id, name, text }: { id: string; name: string; text: string }) {
  return (
    <>
      <label for={id}>{name}</label>
      <textarea id={id} rows={Math.min(4, text.split('\n').length)} readOnly data-copy>
        {text}
      </textarea>
    </>
  );
}
