// Offers the reader's time zone next to UTC, and keeps the choice. In the reader's zone, converts all times of the page:
// texts and labels of graphs. The service draws charts by days in this zone. A tooltip shows UTC. An age such as "4 min ago" is the same in
// every zone. While the page is open, ages and durations of live streams grow.
import { dayMs, minuteMs } from '../../figures/time.js';
import {
  ageText,
  fullDay,
  shortDay,
  timeForms,
  timeLeft,
  timeText,
  weekdayName,
} from '../../charts/labels/time-labels.js';
import { durationText } from '../parts/duration-text.js';
import { calendarRange, CalendarUnit, writeCalendarRange } from '../parts/ranges/calendar-range.js';
import { replacePart, requestPage } from './shared/replace-part.js';

const zoneKey = 'zone';
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();

const offsetAt = (at: number) => -minuteMs * new Date(at).getTimezoneOffset();
/** Shifts a moment by the offset of the reader's zone, so that functions that write UTC write the time in this zone. */
const local = (at: number) => new Date(at + offsetAt(at));
const now = () => local(Date.now());

function convert(time: HTMLTimeElement): void {
  const form = (time.dataset.form ?? 'moment') as keyof typeof timeForms;
  time.textContent = timeForms[form](local(Date.parse(time.dateTime)), now());
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

function toReadersZone(root: ParentNode = document): void {
  const times = 'time:not([data-form=age], [data-form=duration], [data-form=utc])';
  root.querySelectorAll<HTMLTimeElement>(times).forEach(convert);
  // The axis of a graph of days, weeks or months stays in its zone, as its bars.
  root.querySelectorAll('[data-at]:not([data-periods] .chart-tick)').forEach(relabel);
  root.querySelectorAll<HTMLElement>('.graph[data-from]:not([data-periods])').forEach(moveDays);
  for (const zone of root.querySelectorAll('[data-zone]')) zone.textContent = timeZone;
}

/** Replaces charts by days, weeks and months in UTC with the charts of the page in the reader's zone. */
async function showDays(): Promise<void> {
  const address = new URL(location.href);
  address.searchParams.set('tz', timeZone);
  const page = await requestPage(address);
  if (!page) return;
  for (const { id } of document.querySelectorAll('.panel:has(.graph[data-tz])')) replacePart(id, page);
}

/** Lets the links and the form of ranges start with the reader's zone, unless the address has another one. */
function chooseInZone(): void {
  const row = document.querySelector<HTMLElement>('.ranges[data-days]');
  if (!row || new URLSearchParams(location.search).has('tz')) return;
  for (const link of row.querySelectorAll<HTMLAnchorElement>('a[data-unit]')) {
    const [unit, steps] = link.dataset.unit?.split(' ') as [CalendarUnit, string];
    const address = new URL(link.href);
    address.searchParams.set('range', writeCalendarRange(calendarRange(unit, now(), Number(steps))));
    address.searchParams.set('tz', timeZone);
    link.href = address.href.replace('%2F', '/');
  }
  const field = row.querySelector<HTMLInputElement>('#range-zone');
  if (field && !row.querySelector('.fault')) field.value = timeZone;
  if (row.dataset.days === 'moving') void showDays();
}

/** Writes the times of the form for a part of a stream in the reader's zone, and names the zone. */
function choosePart(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-tz=UTC]');
  if (!form) return;
  const write = (text: string) =>
    text &&
    local(Date.parse(`${text}Z`))
      .toISOString()
      .slice(0, 16);
  for (const field of form.querySelectorAll<HTMLInputElement>('[type=datetime-local]')) {
    const value = write(field.value);
    [field.min, field.max] = [write(field.min), write(field.max)];
    field.value = value;
  }
  form.dataset.tz = timeZone;
  form.querySelector<HTMLInputElement>('[name=tz]')!.value = timeZone;
  const note = form.parentElement?.querySelector('.note');
  if (note) note.textContent = `Times in ${timeZone}.`;
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
  if (!isLocal) return;
  toReadersZone();
  document.addEventListener('shown', ({ target }) => toReadersZone(target as Element));
  const note = document.querySelector('[data-zone-note]');
  if (note) note.textContent = ', except days, weeks and months in a zone that they name';
  chooseInZone();
  choosePart();
}

/** Writes all ages and growing durations. The text for screen readers after an age stays. */
function refreshAges(): void {
  for (const age of document.querySelectorAll<HTMLTimeElement>('time[data-form=age]')) {
    if (age.firstChild) age.firstChild.nodeValue = ageText(age.dateTime, new Date());
  }
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-form=duration]')) {
    const age = Date.now() - Number(time.dataset.shown ?? performance.timeOrigin);
    time.textContent = durationText(parseInt(time.dateTime.slice(2), 10) + Math.floor(age / minuteMs));
  }
}

/** Writes when a planned event begins in the reader's zone, with the days left in this zone. */
function showBegin(): void {
  const note = document.querySelector<HTMLElement>('[data-begins]');
  const value = note?.previousElementSibling;
  if (!note || !value || !timeZone || timeZone === 'UTC') return;
  const begins = local(Date.parse(note.dataset.begins ?? ''));
  value.textContent = timeLeft(begins, now());
  note.textContent = `for you ${weekdayName(begins)}, ${shortDay(begins)}, ${timeText(begins)}`;
}

showBegin();
// A page that the browser kept has old ages too.
refreshAges();
setInterval(refreshAges, minuteMs);
addEventListener('pageshow', refreshAges);
// The durations of a new part of the page begin to grow now.
document.addEventListener('shown', ({ target }) => {
  for (const time of (target as Element).querySelectorAll<HTMLTimeElement>('time[data-form=duration]'))
    time.dataset.shown = String(Date.now());
});

try {
  if (timeZone && timeZone !== 'UTC') offerZone();
} catch {
  // Local storage is not available. The page stays in UTC.
}
