// Offers the reader's time zone next to UTC, and keeps the choice. In the reader's zone, converts all times of the page:
// texts, labels of graphs and the heat map of the week. A tooltip shows UTC. An age such as "4 min ago" is the same in
// every zone. While the page is open, ages and durations of live streams grow.
import { cellLines } from '../../charts/cells/cell-lines.js';
import { dayMs, minuteMs } from '../../figures/time.js';
import { ageText, fullDay, shortDay, timeForms, timeText } from '../../charts/labels/time-labels.js';
import { durationText, hoursText } from '../parts/duration-text.js';
import { decodeStreams, weekHours } from '../streamer/week-hours.js';

const zoneKey = 'zone';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const offsetAt = (at: number) => -minuteMs * new Date(at).getTimezoneOffset();
/** Shifts a moment by the offset of the reader's zone, so that functions that write UTC write the time in this zone. */
const local = (at: number) => new Date(at + offsetAt(at));
const now = local(Date.now());

function convert(time: HTMLTimeElement): void {
  const form = (time.dataset.form ?? 'moment') as keyof typeof timeForms;
  time.textContent = timeForms[form](local(Date.parse(time.dateTime)), now);
}

/**
 * Replaces the time in UTC in the label of a graph. On an axis of days, a day becomes the day whose start is nearest.
 * On an axis with times of day, midnight has the day instead.
 */
function relabel(label: Element): void {
  const text = label.textContent ?? '';
  const date = new Date(label.getAttribute('data-at') ?? '');
  if (label.hasAttribute('data-clock')) {
    const moment = local(date.getTime());
    const time = timeText(moment);
    label.textContent = time === '00:00' ? shortDay(moment) : time;
    return;
  }
  const isDay = label.classList.contains('chart-tick') && !text.includes(':');
  const moment = local(date.getTime() + (isDay ? dayMs / 2 : 0));
  label.textContent = text
    .replace(fullDay(date), fullDay(moment))
    .replace(shortDay(date), shortDay(moment))
    .replace(timeText(date), timeText(moment))
    .replace('UTC', timeZone);
}

/** Moves the days of a time axis to midnight in the reader's zone. A day that then is outside of the axis is removed. */
function moveDays(graph: HTMLElement): void {
  const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
  let shift = 0;
  for (const label of graph.querySelectorAll('.chart-tick[data-at]:not([data-clock])')) {
    const at = Date.parse(label.getAttribute('data-at') ?? '');
    const midnight = new Date(at + dayMs / 2).setHours(0, 0, 0, 0);
    shift = (midnight - at) / (to - from);
    const share = (midnight - from) / (to - from);
    if (share < 0 || share > 1) label.remove();
    else label.setAttribute('x', `${100 * share}%`);
  }
  const axis = graph.querySelector('.chart-axis');
  const moved = axis?.getAttribute('d')?.replace(/M([\d.]+) ([\d.]+v4)/g, (_mark, x, rest) => {
    const shifted = Number(x) + 1_000 * shift;
    return shifted < 0 || shifted > 1_000 ? '' : `M${shifted} ${rest}`;
  });
  if (moved) axis?.setAttribute('d', moved);
}

/** Draws and writes the hours of the week again. */
function redraw(panel: HTMLElement): void {
  const week = weekHours(decodeStreams(panel.dataset.week ?? ''), offsetAt);
  const lines = cellLines(week);
  panel.querySelectorAll('.chart-cells path').forEach((path, level) => path.setAttribute('d', lines[level] ?? ''));
  panel.querySelectorAll('tbody tr').forEach((row, hour) => {
    row.querySelectorAll('td').forEach((cell, day) => (cell.textContent = hoursText(week[day]?.[hour] ?? 0)));
  });
}

function toReadersZone(): void {
  const times = 'time:not([data-form=age], [data-form=duration], [data-form=utc])';
  document.querySelectorAll<HTMLTimeElement>(times).forEach(convert);
  // The axis of a graph of days, weeks or months stays in UTC, as its bars.
  document.querySelectorAll('[data-at]:not([data-periods] .chart-tick)').forEach(relabel);
  document.querySelectorAll<HTMLElement>('.graph[data-from]:not([data-periods])').forEach(moveDays);
  for (const zone of document.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
  const note = document.querySelector('[data-zone-note]');
  if (note) note.textContent = ', except days, weeks and months in UTC';
  document.querySelectorAll<HTMLElement>('[data-week]').forEach(redraw);
}

/** Offers the zone if it can be kept. A change loads the page again, because each text is converted once. */
function offerZone(): void {
  const isLocal = localStorage.getItem(zoneKey) === 'local';
  const select = document.querySelector<HTMLSelectElement>('#zone');
  select?.add(new Option(timeZone, 'local', false, isLocal));
  select?.addEventListener('change', () => {
    localStorage.setItem(zoneKey, select.value);
    location.reload();
  });
  if (isLocal) toReadersZone();
}

/** Writes all ages and growing durations. The text for screen readers after an age stays. */
function refreshAges(): void {
  for (const age of document.querySelectorAll<HTMLTimeElement>('time[data-form=age]')) {
    if (age.firstChild) age.firstChild.nodeValue = ageText(age.dateTime, new Date());
  }
  const open = Math.floor((Date.now() - performance.timeOrigin) / minuteMs);
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-form=duration]')) {
    time.textContent = durationText(parseInt(time.dateTime.slice(2), 10) + open);
  }
}

// A page that the browser kept has old ages too.
refreshAges();
setInterval(refreshAges, minuteMs);
addEventListener('pageshow', refreshAges);

try {
  if (timeZone && timeZone !== 'UTC') offerZone();
} catch {
  // Local storage is not available. The page stays in UTC.
}
