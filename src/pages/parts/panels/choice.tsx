import { Link } from '../names/link.js';

interface ChoiceProps {
  label: string;
  options: readonly { name: string; to: string; title?: string }[];
  /** The name of the current option. */
  chosen: string;
}

/** Links for a choice, such as the ranges of a page, with the current option marked. */
export function Choice({ label, options, chosen }: ChoiceProps) {
  return (
    <nav class="seg" aria-label={label}>
      <ul>
        {options.map(({ name, to, title }) => (
          <li>
            <Link to={to} title={title} aria-current={name === chosen ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
