import { unlessBlank } from '../../../streams/blank-text.js';
import { gamePath, Link } from './link.js';
import { UntrustedText } from './texts.js';

/** Names that the path of a game accepts and that browsers do not change in an address. */
export const linkable = /^(?!\.{1,2}$)[^\0]{1,200}$/su;

/** The name of a game, with a link to its page if the name is valid in an address. `empty` replaces a blank name. */
export function GameName({ name, empty = 'No game' }: { name: string | null; empty?: string }) {
  if (name === null || unlessBlank(name) === null) return <UntrustedText text={null} empty={empty} />;
  const text = <UntrustedText text={name} empty="Unnamed game" />;
  return linkable.test(name) ? <Link to={gamePath(name)}>{text}</Link> : text;
}

/** The game below the title of a stream. Renders nothing for a stream without a game. */
export function GameLine({ name }: { name: string | null }) {
  if (unlessBlank(name) === null) return null;
  return (
    <span class="game">
      <GameName name={name} />
    </span>
  );
}
