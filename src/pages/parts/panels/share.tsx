import { fullDay } from '../../../charts/labels/time-labels.js';
import { escapeText } from '../../../charts/markup.js';
import { requestSamples } from '../../../http/samples/request-samples.js';
import { useSite } from '../../layout/site.js';
import { Link, pathTo, QueryValues } from '../names/link.js';
import { Citation } from './citation.js';

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
  citation?: Citation | undefined;
}

/** A menu with the file, the API call and the embed code of a panel. A script adds buttons that copy. */
export function ShareMenu({ id, title, shared }: { id: string; title: string; shared: Shared }) {
  const { of, query, year, hasFile = true, isChart = false, call, citation } = shared;
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
        {citation?.recap && (
          <Link to={citation.recap.path} download>
            {citation.recap.name}
          </Link>
        )}
        {citation && <CiteField id={id} citation={citation} />}
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
        {citation?.frozen && <Link to={`${citation.path}#${id}`}>Freeze {citation.frozen}</Link>}
        {isChart && (
          <Link to={pathTo('/share', { of, ...query })}>{embeds ? 'Embed with options' : 'Share with options'}</Link>
        )}
      </div>
    </details>
  );
}

/** The text of a citation. */
function CiteField({ id, citation: { text, state, path, frozen } }: { id: string; citation: Citation }) {
  const { address, name, now } = useSite();
  const place = `${name}, ${address(`${path}#${id}`)}${frozen === undefined ? '' : ` for ${frozen}`}`;
  const whole = `${text}. ${place}, accessed ${fullDay(now)}. ${state} A later import can change figures.`;
  return <CopyField id={`${id}-cite`} name="Cite" text={whole} isProse />;
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

interface CopyFieldProps {
  id: string;
  name: string;
  text: string;
  /** Whether the text is prose, whose lines wrap, and not code. */
  isProse?: boolean;
  /** The text of the button that a script adds. */
  copy?: string;
}

/** A text to copy, with a label. Without scripts it is selected by hand. */
export function CopyField({ id, name, text, isProse = false, copy = 'Copy' }: CopyFieldProps) {
  return (
    <>
      <label for={id}>{name}</label>
      <textarea
        id={id}
        class={isProse ? 'prose' : undefined}
        rows={isProse ? 5 : Math.min(4, text.split('\n').length)}
        readOnly
        data-copy={copy}
      >
        {text}
      </textarea>
    </>
  );
}
