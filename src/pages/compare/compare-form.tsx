import { useSite } from '../layout/site.js';
import { addressOf, Link } from '../parts/names/link.js';
import { StreamerLink } from '../parts/names/texts.js';
import { Swatch } from '../parts/panels/legend.js';
import { CompareView } from './compare-view.js';
import { comparedRange, comparePath, maxCompared, pickScales } from './compare.query.js';
import { nameOf } from './compared.js';

/** The compared streamers, each with a link that removes it, and the field that adds one. */
export function CompareForm({ view }: { view: CompareView }) {
  const { compared, options } = view;
  return (
    <div class="chips" data-comparison={useSite().hrefOf(comparePath(compared, options))}>
      {compared.map((one, i) => (
        <div class="chip">
          <Swatch mark="line" colour={i + 1} />
          <StreamerLink of={one.streamer} />
          <Link
            class="remove"
            to={comparePath(
              compared.filter((other) => other !== one),
              options,
            )}
            aria-label={`Remove ${nameOf(one)}`}
          >
            ×
          </Link>
        </div>
      ))}
      {compared.length < maxCompared ? <AddForm view={view} /> : null}
    </div>
  );
}

function AddForm({ view: { compared, options, unknown } }: { view: CompareView }) {
  const { hrefOf } = useSite();
  // A name that was not found, to correct it.
  const typed = unknown.at(-1)?.text;
  const kept = { ...comparedRange(options.range), ...pickScales(options) };
  return (
    // The fragment moves the focus to the field again after an addition.
    <form action={hrefOf('/compare#add')} data-suggest={hrefOf('/search/suggestions')}>
      {compared.map(({ streamer }) => (
        <input type="hidden" name="streamers" value={addressOf(streamer)} />
      ))}
      {Object.entries(kept).map(([name, value]) =>
        value === undefined ? null : <input type="hidden" name={name} value={value} />,
      )}
      <label class="sr" for="add">
        Streamer to add: name, channel ID or address of the channel
      </label>
      <input
        id="add"
        name="streamers"
        type="text"
        data-names
        required
        maxLength={100}
        value={typed}
        placeholder="Name, channel ID or address"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        autofocus={typed !== undefined || compared.length === 0}
      />
      <button type="submit" class="go">
        Add
      </button>
    </form>
  );
}
