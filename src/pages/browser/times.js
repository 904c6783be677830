// @ts-check
// Converts the times in the text and the heat map of the week to the reader's time zone. A tooltip shows UTC. An age
// such as "4 min ago" is the same in every zone.

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

/**
 * Writes a time as the service does in UTC: today at 21:18, or 24 Nov, 21:18.
 * @param {Date} date
 * @param {string | undefined} form
 */
function textOf(date, form) {
  const ago = dayOf(now) - dayOf(date);
  const year = date.getFullYear() === now.getFullYear() ? '' : ` ${date.getFullYear()}`;
  const near = ['today', 'yesterday'][ago];
  const day = near ?? `${date.getDate()} ${months[date.getMonth()]}${year}`;
  if (form === 'day') return day;
  return `${day}${near ? ' at ' : ', '}${two(date.getHours())}:${two(date.getMinutes())}`;
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

/** @param {HTMLElement} panel */
function redraw(panel) {
  const week = weekOf(panel.dataset.week ?? '');
  const largest = Math.max(...week.flat());
  const format = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
  /** @param {number} ms */
  const hoursOf = (ms) => format.format(Math.round((10 * ms) / hourMs) / 10);
  for (const svg of panel.querySelectorAll('svg')) {
    const cells = [...svg.querySelectorAll('rect')].filter((cell) => cell.querySelector('title'));
    cells.forEach((cell, i) => {
      const value = week[Math.floor(i / 24)]?.[i % 24] ?? 0;
      const level = value <= 0 ? 0 : Math.ceil((value / largest) * 5);
      cell.setAttribute('class', `chart-heat-${level}`);
      const title = cell.querySelector('title');
      if (title?.textContent)
        title.textContent = title.textContent.replace(/[\d.,]+ hours$/, `${hoursOf(value)} hours`);
    });
  }
  panel.querySelectorAll('tbody tr').forEach((row, hour) => {
    row.querySelectorAll('td').forEach((cell, day) => (cell.textContent = hoursOf(week[day]?.[hour] ?? 0)));
  });
}

if (timeZone && timeZone !== 'UTC') {
  for (const time of document.querySelectorAll('time:not([data-form=age])')) {
    if (!(time instanceof HTMLTimeElement)) continue;
    const date = new Date(time.dateTime);
    if (!Number.isNaN(date.getTime())) time.textContent = textOf(date, time.dataset.form);
  }
  for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
  for (const panel of document.querySelectorAll('[data-week]')) if (panel instanceof HTMLElement) redraw(panel);
}
