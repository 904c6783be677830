// @ts-check
// Offers the reader's time zone next to UTC, and keeps the choice. In the reader's zone, converts all times of the page:
// texts, labels of graphs and the heat map of the week. A tooltip shows UTC. An age such as "4 min ago" is the same in
// every zone. While the page is open, ages and durations of live streams grow.

const zoneKey = 'zone';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
const hourMs = 3_600_000;

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const now = new Date();

/** @param {number} value */
const two = (value) => String(value).padStart(2, '0');

/**
 * Returns the number of a day, without daylight saving time.
 * @param {Date} date
 */
const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / (24 * hourMs);

const weekdays = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'];

/**
 * Writes a time as the service does in UTC: today at 21:18, or 24 Nov, 21:18. An hour and a weekday recur.
 * @param {Date} date
 * @param {string | undefined} form
 */
function textOf(date, form) {
  const ago = dayOf(now) - dayOf(date);
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`;
  const near = ['tomorrow', 'today', 'yesterday'][ago + 1];
  const day = near ?? `${date.getDate()} ${months[date.getMonth()]}${year}`;
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (form === 'day') return day;
  if (form === 'hour') return time;
  if (form === 'weekday') return weekdays[date.getDay()] ?? '';
  return `${day}${near ? ' at ' : ', '}${time}`;
}

/**
 * Replaces the time in UTC in the label of a graph. On an axis of days, a day becomes the day whose start is nearest.
 * On an axis with times of day, midnight has the day instead.
 * @param {Element} label
 */
function relabel(label) {
  const text = label.textContent ?? '';
  const date = new Date(label.getAttribute('data-at') ?? '');
  if (label.hasAttribute('data-clock')) {
    const time = textOf(date, 'hour');
    label.textContent = time === '00:00' ? `${date.getDate()} ${months[date.getMonth()]}` : time;
    return;
  }
  const isDay = label.classList.contains('chart-tick') && !text.includes(':');
  const local = isDay ? new Date(date.getTime() + 12 * hourMs) : date;
  const utcDay = `${date.getUTCDate()} ${months[date.getUTCMonth()]}`;
  label.textContent = text
    .replace(`${utcDay} ${date.getUTCFullYear()}`, `${utcDay} ${local.getFullYear()}`)
    .replace(utcDay, `${local.getDate()} ${months[local.getMonth()]}`)
    .replace(date.toISOString().slice(11, 16), `${two(local.getHours())}:${two(local.getMinutes())}`)
    .replace('UTC', timeZone);
}

/**
 * Moves the days of a time axis to midnight in the reader's zone. A day that then is outside of the axis is removed.
 * @param {HTMLElement} graph
 */
function moveDays(graph) {
  const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
  let shift = 0;
  for (const label of graph.querySelectorAll('.chart-tick[data-at]:not([data-clock])')) {
    const at = Date.parse(label.getAttribute('data-at') ?? '');
    const midnight = new Date(at + 12 * hourMs).setHours(0, 0, 0, 0);
    shift = (midnight - at) / (to - from);
    const share = (midnight - from) / (to - from);
    if (share < 0 || share > 1) label.remove();
    else label.setAttribute('x', `${100 * share}%`);
  }
  const axis = graph.querySelector('.chart-axis');
  const moved = axis?.getAttribute('d')?.replace(/M([\d.]+) ([\d.]+v4)/g, (_mark, x, rest) => {
    const place = Number(x) + 1_000 * shift;
    return place < 0 || place > 1_000 ? '' : `M${place} ${rest}`;
  });
  if (moved) axis?.setAttribute('d', moved);
}

/**
 * Returns the milliseconds streamed per weekday, starting on Monday, and hour of the reader's time zone, including
 * daylight saving time.
 * @param {string} encoded the streams: minutes from one start to the next, and lengths in minutes, in base 36
 */
function weekOf(encoded) {
  const week = Array.from({ length: 7 }, () => Array(24).fill(0));
  let start = 0;
  for (const stream of encoded.split(' ')) {
    const [step = 0, length = 0] = stream.split('.').map((text) => parseInt(text, 36));
    start += step;
    const end = (start + length) * 60_000;
    for (let at = start * 60_000; at < end;) {
      const date = new Date(at);
      const local = at - date.getTimezoneOffset() * 60_000;
      const next = Math.min(end, at + hourMs - (((local % hourMs) + hourMs) % hourMs));
      week[(date.getDay() + 6) % 7][date.getHours()] += next - at;
      at = next;
    }
  }
  return week;
}

/**
 * Draws the cells again: a path per level, with a line for each cell.
 * @param {HTMLElement} panel
 */
function redraw(panel) {
  const week = weekOf(panel.dataset.week ?? '');
  const largest = Math.max(...week.flat());
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  const lines = Array.from({ length: 5 }, () => '');
  week.forEach((hours, day) =>
    hours.forEach((ms, hour) => (lines[ms && Math.ceil((4 * ms) / largest)] += `M${hour} ${day}h1`)),
  );
  panel.querySelectorAll('.chart-cells path').forEach((path, level) => path.setAttribute('d', lines[level] ?? ''));
  panel.querySelectorAll('tbody tr').forEach((row, hour) => {
    row.querySelectorAll('td').forEach((cell, day) => {
      cell.textContent = format.format(Math.round((10 * (week[day]?.[hour] ?? 0)) / hourMs) / 10);
    });
  });
}

function toReadersZone() {
  for (const time of document.querySelectorAll('time:not([data-form=age], [data-form=utc])')) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.textContent = textOf(date, time.dataset.form);
  }
  // The axis of a graph of days, weeks or months stays in UTC, as its bars.
  for (const label of document.querySelectorAll('[data-at]:not([data-periods] .chart-tick)')) relabel(label);
  for (const graph of document.querySelectorAll('.graph[data-from]:not([data-periods])'))
    if (graph instanceof HTMLElement) moveDays(graph);
  for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
  const note = document.querySelector('[data-zone-note]');
  if (note) note.textContent = ', except days, weeks and months in UTC';
  for (const panel of document.querySelectorAll('[data-week]')) if (panel instanceof HTMLElement) redraw(panel);
}

/** Offers the zone if it can be kept. A change loads the page again, because each text is converted once. */
function offerZone() {
  const isLocal = localStorage.getItem(zoneKey) === 'local';
  const select = document.querySelector('#zone');
  if (select instanceof HTMLSelectElement) {
    select.add(new Option(timeZone, 'local', false, isLocal));
    select.addEventListener('change', () => {
      localStorage.setItem(zoneKey, select.value);
      location.reload();
    });
  }
  if (isLocal) toReadersZone();
}

/**
 * Writes the age of a time as the service does.
 * @param {number} at
 */
function ageOf(at) {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000));
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  if (minutes < 2 * 1440) return `${Math.floor(minutes / 60)} h ago`;
  return `${Math.floor(minutes / 1440)} d ago`;
}

/**
 * Writes whole minutes as the service does.
 * @param {number} minutes
 */
function durationOf(minutes) {
  const hours = Math.floor(minutes / 60);
  const isLong = hours >= 72;
  const parts = isLong ? [`${Math.floor(hours / 24)} d`, `${hours % 24} h`] : [`${hours} h`, `${minutes % 60} min`];
  return parts.filter((part) => !part.startsWith('0 ')).join(' ') || '0 min';
}

/** Writes all ages and growing durations. The text for screen readers after an age stays. */
function refreshAges() {
  for (const age of document.querySelectorAll('time[data-form=age]')) {
    if (age instanceof HTMLTimeElement && age.firstChild) age.firstChild.nodeValue = ageOf(Date.parse(age.dateTime));
  }
  const open = Math.floor((Date.now() - performance.timeOrigin) / 60_000);
  for (const time of document.querySelectorAll('time[data-form=duration]')) {
    if (time instanceof HTMLTimeElement) time.textContent = durationOf(parseInt(time.dateTime.slice(2), 10) + open);
  }
}

// A page that the browser kept has old ages too.
refreshAges();
setInterval(refreshAges, 60_000);
addEventListener('pageshow', refreshAges);

try {
  if (timeZone && timeZone !== 'UTC') offerZone();
} catch {
  // Local storage is not available. The page stays in UTC.
}
