import { plainText } from '../../../streams/shown-text.js';
import { useSite } from '../../layout/site.js';

export interface SelectProps {
  name: string;
  label: string;
  chosen: string;
  /** Without options, the field is a text. */
  options?: readonly (readonly [value: string, text: string])[];
}

interface ListFormProps {
  /** The path of the shown list. The form keeps its other parameters. */
  path: string;
  selects: readonly SelectProps[];
  onPhonesOnly?: boolean;
}

/** A form for the order of a list, and for what it contains. */
export function ListForm({ path, selects, onPhonesOnly = false }: ListFormProps) {
  const { hrefOf } = useSite();
  const { pathname, searchParams, hash } = new URL(path, 'http://host');
  const kept = [...searchParams].filter(([name]) => !selects.some((select) => select.name === name));
  // Without what is not limited, and without the number of rows.
  const state = selects.flatMap(({ name, options, chosen }) => {
    if (chosen === '' || name === 'limit') return [];
    return options ? (options.find(([value]) => value === chosen)?.[1] ?? []) : plainText(chosen) || [];
  });
  return (
    <details class={onPhonesOnly ? 'fold phone-form' : 'fold'}>
      <summary>
        {onPhonesOnly ? 'Order' : 'Filters'} <b>{state.join(', ')}</b>
      </summary>
      <form class="fields list-form" action={hrefOf(pathname + hash)}>
        {kept.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        {selects.map((select) => (
          <Select {...select} />
        ))}
        <button type="submit" class="go">
          Show
        </button>
      </form>
    </details>
  );
}

/** A list of values, or a text field, with a label above it. */
export function Select({ name, label, chosen, options }: SelectProps) {
  const id = `select-${name}`;
  return (
    <div>
      <label for={id}>{label}</label>
      {options ? (
        <select id={id} name={name} autocomplete="off">
          {options.map(([value, text]) => (
            <option value={value} selected={value === chosen}>
              {text}
            </option>
          ))}
        </select>
      ) : (
        <input id={id} name={name} type="text" value={chosen} maxLength={100} autocomplete="off" />
      )}
    </div>
  );
}
