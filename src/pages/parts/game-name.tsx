import { gamePath, Link } from './link.js';
import { Stranger } from './texts.js';

/** The names that the path of a game takes, and that a browser does not change as parts of an address. */
const linkable = /^(?!\.{1,2}$)[^\0]{1,200}$/su;

/** The name of a game, which leads to its page where an address can name it. An empty one, or one of spaces, is no game. */
export function GameName({ name }: { name: string }) {
  if (/^ *$/.test(name)) return <Stranger text={name} empty="No game" />;
  const text = <Stranger text={name} empty="Unnamed game" />;
  return linkable.test(name) ? <Link to={gamePath(name)}>{text}</Link> : text;
}
