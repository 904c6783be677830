import { useSite } from '../../layout/site.js';

interface SortFormProps {
  /** The path of the list. */
  path: string;
  chosen: string;
  /** Values of the parameter `sort` with their names. */
  options: readonly (readonly [value: string, name: string])[];
}

/** A select for the order of a table on phones, where most headings with links are hidden. */
export function SortForm({ path, chosen, options }: SortFormProps) {
  const { hrefOf } = useSite();
  return (
    <form class="fields sort-form" action={hrefOf(path)}>
      <div class="grow">
        <label for="sort">Order by</label>
        <select id="sort" name="sort">
          {options.map(([value, name]) => (
            <option key={value} value={value} selected={value === chosen}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button type="submit" class="go">
        Show
      </button>
    </form>
  );
}
