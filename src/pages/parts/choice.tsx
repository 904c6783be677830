import { Link } from './link.js';

interface ChoiceProps {
  label: string;
  options: readonly { name: string; to: string; title?: string }[];
  /** The name of the option that the page shows. */
  chosen: string;
}

/** Links among which one is chosen, such as the ranges of a page. */
export function Choice({ label, options, chosen }: ChoiceProps) {
  return (
    <nav class="choice" aria-label={label}>
      <ul>
        {options.map(({ name, to, title }) => (
          <li key={name}>
            <Link to={to} title={title} aria-current={name === chosen ? 'true' : undefined}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
