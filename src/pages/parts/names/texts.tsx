import { plainText } from '../../../streams/shown-text.js';
import { Addressed, Link, streamerPath } from './link.js';

/** User-provided text. Its direction does not affect the surrounding text. `empty` replaces a blank text. */
export function UntrustedText({ text, empty }: { text: string | null; empty: string }) {
  const shown = plainText(text);
  return shown === '' ? <span class="muted">{empty}</span> : <bdi>{shown}</bdi>;
}

/** The display name of a streamer, or the login if it is blank. */
export function Name({ of: { display_name, name } }: { of: { display_name: string | null; name: string } }) {
  return <UntrustedText text={display_name} empty={name} />;
}

/** User-provided text as a link, which has the direction of the text. So the end of a long text is cut, in any script. */
export function TextLink({ to, text, empty }: { to: string; text: string | null; empty: string }) {
  const shown = plainText(text);
  return (
    <Link to={to} dir="auto">
      {shown === '' ? <span class="muted">{empty}</span> : shown}
    </Link>
  );
}

/** The name of a streamer as a link to the streamer's page. */
export function StreamerLink({ of }: { of: Addressed & { display_name: string | null } }) {
  return <TextLink to={streamerPath(of)} text={of.display_name} empty={of.name} />;
}
