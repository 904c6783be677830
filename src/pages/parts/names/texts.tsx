import { unlessBlank } from '../../../streams/blank-text.js';
import { Addressed, Link, streamerPath } from './link.js';

/** Control characters, such as line breaks. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** Characters that change the direction of the following text, also outside of the user-provided text. */
const turning = /\p{Bidi_Control}/gu;

/**
 * Returns user-provided text as one line that does not change the direction of other text. Control characters become
 * spaces. Empty if no character is visible.
 */
export function plainText(text: string): string {
  return unlessBlank(text.replace(turning, '').replace(controls, ' ').trim()) ?? '';
}

/** User-provided text. Its direction does not affect the surrounding text. `empty` replaces a blank text. */
export function UntrustedText({ text, empty }: { text: string | null; empty: string }) {
  const shown = text === null ? '' : plainText(text);
  return shown === '' ? <span class="muted">{empty}</span> : <bdi>{shown}</bdi>;
}

/** The display name of a streamer, or the login if it is blank. */
export function Name({ of: { display_name, name } }: { of: { display_name: string | null; name: string } }) {
  return <UntrustedText text={display_name} empty={name} />;
}

/** User-provided text as a link. */
export function TextLink({ to, text, empty }: { to: string; text: string | null; empty: string }) {
  return (
    <Link to={to}>
      <UntrustedText text={text} empty={empty} />
    </Link>
  );
}

/** The name of a streamer as a link to the streamer's page. */
export function StreamerLink({ of }: { of: Addressed & { display_name: string | null } }) {
  return <TextLink to={streamerPath(of)} text={of.display_name} empty={of.name} />;
}
