// Runs on pages with live parts. While the page is visible, replaces the parts every minute by those at one address, which the
// first part contains. The parts of a stream or an event that has ended have no address.
import { minuteMs } from '../../figures/time.js';
import { replacePart, requestPage } from './shared/replace-part.js';

/** The reader uses a part: with the keyboard, an open menu or table, or the read-out of a graph. */
const used = ':focus-within, :has(details[open], .graph:hover)';

let timer = 0;
let askedAt = Date.now();

/** Waits until the parts are a minute old, unless nobody sees them or nothing is live. */
function wait(): void {
  clearTimeout(timer);
  const address = document.querySelector<HTMLElement>('[data-parts]')?.dataset.parts;
  if (address === undefined || document.hidden) return;
  timer = setTimeout(() => void update(address), Math.max(0, askedAt + minuteMs - Date.now()));
}

/** A failed request is the last one. */
async function update(address: string): Promise<void> {
  askedAt = Date.now();
  const parts = await requestPage(address);
  if (!parts) return document.removeEventListener('visibilitychange', wait);
  for (const { id } of [...parts.body.children]) {
    if (!document.getElementById(id)?.matches(used)) replacePart(id, parts);
  }
  wait();
}

document.addEventListener('visibilitychange', wait);
wait();
