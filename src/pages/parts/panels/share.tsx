import { escapeText } from '../../../charts/markup.js';
import { useSite } from '../../layout/site.js';
import { Link, withQuery } from '../names/link.js';

/** What readers can take from a panel as files. */
export interface Files {
  /** The panel, such as `streamers/aurora_plays/viewers`: its files are below `/download/`, its frame below `/embed/`. */
  of: string;
  /** The parameters that select the data, such as the range. */
  query?: Readonly<Record<string, string | number | undefined>>;
  /** The parameters that select the last 365 days, if the data are of another range. */
  year?: Files['query'];
  /** Whether the panel is a chart, which has pictures and a frame. */
  isChart?: boolean;
}

interface ShareMenuProps {
  /** The ID and the title of the panel. */
  id: string;
  title: string;
  files?: Files | undefined;
  /** The API call for the same data. Without one, it is the address of the JSON file. */
  data: string | undefined;
}

/** A menu with the files, the API call and the embed code of a panel. A script adds buttons that copy. */
export function ShareMenu({ id, title, files, data }: ShareMenuProps) {
  const { address, embeds } = useSite();
  const call = data ?? (files && pathOf(files, 'json'));
  const chart = files?.isChart ? files : undefined;
  return (
    <details class="menu share" name="menu">
      <summary>
        Share<span class="sr"> {title}</span>
      </summary>
      <div class="pop">
        {files && <FileLink files={files} form="csv" name="CSV, all rows" />}
        {files?.year && <FileLink files={{ of: files.of, query: files.year }} form="csv" name="CSV, last 365 days" />}
        {files && <FileLink files={files} form="json" name="JSON, all rows" />}
        {chart && <FileLink files={chart} form="svg" name="SVG picture" />}
        {chart && <FileLink files={chart} form="png" name="PNG picture" />}
        {call && <CopyField id={`${id}-call`} name="API call" text={address(call)} />}
        {chart && embeds && (
          <CopyField
            id={`${id}-embed`}
            name="Embed code"
            text={frameCode(address(withQuery(`/embed/${chart.of}`, chart.query)), title)}
          />
        )}
        <CopyHint />
        {chart && (
          <Link to={withQuery('/share', { of: chart.of, ...chart.query })}>
            {embeds ? 'Embed with options' : 'Share with options'}
          </Link>
        )}
      </div>
    </details>
  );
}

function pathOf({ of, query }: Files, form: string): string {
  return withQuery(`/download/${of}.${form}`, query);
}

function FileLink({ files, form, name }: { files: Files; form: string; name: string }) {
  return (
    <Link to={pathOf(files, form)} download>
      {name}
    </Link>
  );
}

/** Returns the HTML of a frame. A width without a number of pixels is the width of the page around it. */
export function frameCode(address: string, title: string, width: number | string = '100%', height = 360): string {
  return `<iframe src="${escapeText(address)}" width="${width}" height="${height}" loading="lazy" title="${escapeText(title)}"></iframe>`;
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
