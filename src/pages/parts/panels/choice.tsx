import type { ComponentChildren } from 'preact';
import { Link } from '../names/link.js';

interface ChoiceProps {
  label: string;
  options: readonly { name: string; to: string; title?: string; short?: ComponentChildren }[];
  /** The name of the current option. */
  chosen: string;
}

/** Links for a choice, such as the ranges of a page, with the current option marked. */
export function Choice({ label, options, chosen }: ChoiceProps) {
  return (
    <nav class="seg" aria-label={label}>
      <ul>
        {options.map(({ name, to, title, short }) => (
          <li>
            <Link
              {...{ to, title }}
              aria-label={short === undefined ? undefined : name}
              aria-current={name === chosen ? 'true' : undefined}
            >
              {short ?? name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
