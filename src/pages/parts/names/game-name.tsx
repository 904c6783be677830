import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { unlessBlank } from '../../../streams/blank-text.js';
import { gamePath, Link } from './link.js';
import { UntrustedText } from './texts.js';

/** Names that the path of a game accepts and that browsers do not change in an address. */
export const linkable = /^(?!\.{1,2}$)[^\0]{1,200}$/su;

/** The games that have a page, on pages that also show older games. Null if all games of a page have one. */
export const GamesContext = createContext<ReadonlySet<string> | null>(null);

/** The name of a game, with a link to its page if the page exists and the name is valid in an address. `empty` replaces a blank name. */
export function GameName({ name, empty = 'No game' }: { name: string | null; empty?: string }) {
  const games = useContext(GamesContext);
  if (name === null || unlessBlank(name) === null) return <UntrustedText text={null} empty={empty} />;
  const text = <UntrustedText text={name} empty="Unnamed game" />;
  return linkable.test(name) && games?.has(name) !== false ? <Link to={gamePath(name)}>{text}</Link> : text;
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
