// Shows the values of a graph under the pointer. Arrow keys move to adjacent values. Graphs with the same time axis show
// the same moment.
import { fullDay } from '../../charts/labels/time-labels.js';
import { dayMs, minuteMs } from '../../figures/time.js';

/** The values of a graph. Positions are shares of the width and height of the plot. */
interface Values {
  axis: string | undefined;
  count: number;
  row: number;
  indexAt: (x: number, y: number) => number;
  shareOf: (index: number) => number;
  /** Returns false for values that belong to another time than a share of the axis. */
  isAt: (index: number, share: number) => boolean;
  /** Marks a value, and returns its text and the position of the mark. */
  show: (index: number) => { text: string; x: number; y: number };
}

interface Reader extends Values {
  graph: HTMLElement;
  plot: SVGSVGElement;
  output: HTMLOutputElement;
}

const svgElement = (name: string) => document.createElementNS('http://www.w3.org/2000/svg', name);

function set(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** The time zone of a graph: its own, or the zone of the page. */
const zoneOf = ({ dataset }: HTMLElement) => dataset.tz ?? document.querySelector('[data-zone]')?.textContent ?? 'UTC';

const clamp = (least: number, value: number, most: number) => Math.max(least, Math.min(value, most));

/** A moment of another graph shows values, such as of a stream, that are at most this share of the width away. */
const nearby = 0.04;

const percent = (share: number) => `${100 * share}%`;

/** Returns the unit of a number: 1 hour, 1.5 hours. */
const unitFor = (number: string, unit: string) => (number === '1' ? unit.replace(/s$/, '') : unit);

/** Returns functions that write a cell of each column, with the name before it and the unit after its number. */
function writersOf(numbers: HTMLElement): ((cell: string) => string)[] {
  return [...numbers.querySelectorAll('thead th')].slice(1).map((heading) => {
    const text = heading.textContent ?? '';
    const name = heading.querySelector('bdi')?.textContent ?? text;
    // The comma of a heading such as: AuroraPlays, hours.
    const unit = text.slice(name.length).replace(/^, %/, '%').replace(/^,/, '');
    return (cell) => cell && `${name} ${cell.replace(/^[\d.,]+/, (number) => number + unitFor(number, unit))}`;
  });
}

/** Writes the time of a row: 12 Oct, 14:00 UTC; for longer periods week of 12 Oct, and Oct. */
function momentText(time: HTMLTimeElement | null, period: string | undefined, graph: HTMLElement): string {
  const text = time?.textContent ?? '';
  if (period !== 'week' && period !== 'month') return `${text} ${zoneOf(graph)}`;
  const day = /^\d/.test(text) ? text : (time?.title ?? '').replace(/,.*/, '');
  return period === 'week' ? `week of ${day}` : day.replace(/^\d+ /, '');
}

/** Reads the rows of the table behind a graph over time. */
function overTime(graph: HTMLElement, numbers: HTMLElement, plot: SVGSVGElement): Values {
  const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
  const writers = writersOf(numbers);
  const holds = graph.dataset.holds !== undefined;
  let last: string[] = [];
  const rows = [...numbers.querySelectorAll('tbody tr')].map((row) => {
    const time = row.querySelector('time');
    // The length of a stream.
    const minutes = Number(row.querySelector('data')?.value ?? 0);
    const cells = [...row.querySelectorAll('.num')].map((cell, i) => cell.textContent || (holds && last[i]) || '');
    last = cells;
    const values = cells.map((text, i) => writers[i]?.(text));
    const share = (Date.parse(time?.dateTime ?? '') - from) / Math.max(1, to - from);
    const end = share + (minutes * minuteMs) / Math.max(1, to - from);
    return { share: clamp(0, share, 1), end, time, text: values.filter(Boolean).join(', ') || 'unknown' };
  });
  const { periods } = graph.dataset;
  const cursor = svgElement('line');
  const bottom = Number(plot.querySelector('.chart-tick')?.getAttribute('y')) - 18;
  set(cursor, { class: 'chart-cursor', y1: 0, y2: bottom });
  const bandsAt = (share: number) =>
    [...plot.querySelectorAll(':scope > svg[y]')].flatMap((band) => {
      const read = (name: string) => parseFloat(band.getAttribute(name) ?? '') / 100;
      const isHere = read('x') <= share && share < read('x') + read('width');
      return isHere ? [band.querySelector('title')?.textContent ?? ''] : [];
    });
  const rowAt = (index: number) => rows[index] as (typeof rows)[number];
  return {
    axis: `${from} ${to}`,
    count: rows.length,
    row: 1,
    indexAt: (x) => {
      const begun = rows.findLastIndex(({ share }) => share <= x);
      if (periods) return Math.max(0, begun);
      const distances = rows.map(({ share, end }) => Math.max(share - x, x - end, 0));
      return distances.indexOf(Math.min(...distances));
    },
    shareOf: (index) => rowAt(index).share,
    isAt: (index, share) => holds || periods !== undefined || Math.abs(rowAt(index).share - share) < nearby,
    show: (index) => {
      const { share, time, text } = rowAt(index);
      const end = rows[index + 1]?.share ?? 1;
      const x = periods ? (share + end) / 2 : share;
      set(cursor, { x1: percent(x), x2: percent(x) });
      plot.append(cursor);
      return { text: `${momentText(time, periods, graph)}: ${[text, ...bandsAt(share)].join(' · ')}`, x, y: 0 };
    },
  };
}

/** Reads the table behind a grid of cells. The rows of the table are the columns of the grid. */
function inCells(graph: HTMLElement, numbers: HTMLElement, plot: SVGSVGElement): Values {
  const names = [...numbers.querySelectorAll('thead th')].slice(1).map((cell) => cell.textContent);
  const columns = [...numbers.querySelectorAll('tbody tr')];
  const rowCount = names.length;
  const cells = plot.querySelector('.chart-cells');
  const cellsHeight = Number(cells?.getAttribute('height'));
  const mark = svgElement('rect');
  set(mark, { class: 'chart-cell', width: percent(1 / columns.length), height: cellsHeight / rowCount });
  const count = columns.length * rowCount;
  const indexOf = (share: number, size: number) => clamp(0, Math.floor(share * size), size - 1);
  return {
    axis: undefined,
    count,
    row: columns.length,
    indexAt: (x, y) => {
      const row = indexOf((y * Number(plot.getAttribute('height'))) / cellsHeight, rowCount);
      return row * columns.length + indexOf(x, columns.length);
    },
    shareOf: (index) => (index % columns.length) / columns.length,
    isAt: () => true,
    show: (index) => {
      const [column, row] = [index % columns.length, Math.floor(index / columns.length)];
      const [x, top] = [column / columns.length, (row * cellsHeight) / rowCount];
      set(mark, { x: percent(x), y: top });
      plot.append(mark);
      const value = columns[column]?.querySelectorAll('td')[row]?.textContent;
      const heading = columns[column]?.querySelector('th')?.textContent;
      const monday = columns[column]?.querySelector<HTMLTimeElement>('th time')?.dateTime;
      const day = monday === undefined ? heading : fullDay(new Date(Date.parse(monday) + row * dayMs));
      const { unit = 'hours' } = graph.dataset;
      const figure = value && (/\d/.test(value) ? `${value} ${unitFor(value, unit)}` : value);
      const text = `${names[row]}, ${day} ${zoneOf(graph)}: ${figure || 'no figure'}`;
      return { text, x, y: top / Number(plot.getAttribute('height')) };
    },
  };
}

let graphs: HTMLElement[] = [];

function toReader(graph: HTMLElement): [HTMLElement, Reader][] {
  const output = graph.querySelector('output');
  const plot = graph.querySelector<SVGSVGElement>('.chart-plot');
  const numbers = document.getElementById(graph.dataset.numbers ?? '');
  if (!output || !numbers || !plot) return [];
  const values = (graph.dataset.from === undefined ? inCells : overTime)(graph, numbers, plot);
  return values.count === 0 ? [] : [[graph, { ...values, graph, plot, output }]];
}

let readers: Map<HTMLElement, Reader> | undefined;

/** Returns the reader of a graph. The tables are read at the first use, after their times are in the zone of the reader. */
function readerOf(graph: HTMLElement): Reader | undefined {
  readers ??= new Map(graphs.flatMap(toReader));
  return readers.get(graph);
}

/** The distance of a readout from its point, in pixels. */
const gap = 12;

/**
 * Shows a value in a readout, above and to the right of a point of the window or, by default, of the mark. The readout is
 * in the window, unless its graph is not.
 */
function showAt({ graph, plot, output, show }: Reader, index: number, point?: PointerEvent): void {
  const { text, x, y } = show(index);
  output.textContent = text;
  const box = plot.getBoundingClientRect();
  const { clientX, clientY } = point ?? { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
  const { clientWidth, clientHeight } = document.documentElement;
  const { width, height } = output.getBoundingClientRect();
  const frame = graph.getBoundingClientRect();
  const isAtEnd = clientX + gap + width > Math.min(clientWidth, frame.right);
  const left = isAtEnd ? clientX - gap - width : clientX + gap;
  const top = clientY - gap - height < 0 ? clientY + gap : clientY - gap - height;
  const inWindow = clamp(0, top, clientHeight - height);
  output.style.left = `${clamp(0, left, clientWidth - width) - frame.left}px`;
  output.style.top = `${clamp(frame.top - height, inWindow, frame.bottom) - frame.top}px`;
}

/** Removes all readouts and marks. */
function hide(): void {
  for (const { plot, output } of readers?.values() ?? []) {
    output.textContent = '';
    for (const mark of plot.querySelectorAll('.chart-cursor, .chart-cell')) mark.remove();
  }
}

/** Shows a value, and the values at the same moment in the other graphs with the same time axis. */
function showAll(reader: Reader, index: number, point?: PointerEvent): void {
  hide();
  showAt(reader, index, point);
  const share = reader.shareOf(index);
  for (const other of readers?.values() ?? []) {
    if (other === reader || other.axis === undefined || other.axis !== reader.axis) continue;
    const same = other.indexAt(share, 0);
    if (other.isAt(same, share)) showAt(other, same);
  }
}

function readOut(graph: HTMLElement): void {
  let current = -1;
  graph.tabIndex = 0;
  graph.role = 'group';
  graph.ariaLabel = `Graph of ${graph.dataset.label}: arrow keys read its values`;
  const point = (event: PointerEvent) => {
    const reader = readerOf(graph);
    if (!reader) return;
    const box = reader.plot.getBoundingClientRect();
    current = reader.indexAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    showAll(reader, current, event);
  };
  graph.addEventListener('pointermove', point);
  graph.addEventListener('pointerdown', point);
  // A finger leaves when it is lifted.
  graph.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'mouse' && hide());
  graph.addEventListener('blur', ({ relatedTarget }) => graphs.some((other) => other === relatedTarget) || hide());
  graph.addEventListener('keydown', (event) => {
    const reader = readerOf(graph);
    if (!reader) return;
    const { count, row } = reader;
    const start = current === -1 ? count : current;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
    const targets: Record<string, number> = { Home: 0, End: count - 1 };
    for (const [key, step] of Object.entries(steps)) targets[key] = clamp(0, start + step, count - 1);
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    current = target;
    showAll(reader, target);
  });
}

/** The shortest selection, in pixels. Shorter ones are clicks. */
const shortestPx = 8;

/** Selects a part of a graph over time with the mouse, and sends the form for its figures. */
function selectPart(graph: HTMLElement, form: HTMLFormElement): void {
  const box = () => graph.querySelector('.chart-plot')?.getBoundingClientRect() ?? new DOMRect();
  const shown = svgElement('rect');
  set(shown, { class: 'chart-selection', y: 0, height: '100%' });
  form.append(Object.assign(document.createElement('small'), { textContent: 'Or drag the mouse over the graph.' }));
  let start: number | undefined;
  const clampedX = ({ clientX }: PointerEvent) => clamp(box().left, clientX, box().right);
  graph.addEventListener('pointerdown', (event) => {
    if (event.pointerType === 'mouse' && event.button === 0) start = clampedX(event);
  });
  graph.addEventListener('pointermove', (event) => {
    if (start === undefined) return;
    const { left, width } = box();
    const [from, to] = [start, clampedX(event)].sort((a, b) => a - b) as [number, number];
    set(shown, { x: percent((from - left) / width), width: percent((to - from) / width) });
    graph.querySelector('.chart-plot')?.append(shown);
  });
  document.addEventListener('pointerup', (event) => {
    const ends = [start ?? 0, clampedX(event)].sort((a, b) => a - b) as [number, number];
    const isSelected = start !== undefined && ends[1] - ends[0] >= shortestPx;
    start = undefined;
    if (!isSelected) return shown.remove();
    const { left, width } = box();
    const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
    for (const [i, name] of ['from', 'to'].entries()) {
      const at = from + (((ends[i] as number) - left) / width) * (to - from);
      const field = form.elements.namedItem(name) as HTMLInputElement;
      // The least time of a field is the start of the graph, in the zone of the form.
      const moment = new Date(at - Math.floor(from / minuteMs) * minuteMs + Date.parse(`${field.min}Z`));
      field.value = clampText(field.min, moment.toISOString().slice(0, 16), field.max);
    }
    form.requestSubmit();
  });
}

const clampText = (least: string, text: string, most: string) => (text < least ? least : text > most ? most : text);

/** Starts the graphs of the page, or of a part that replaced another one. */
function start(root: ParentNode): void {
  readers = undefined;
  graphs = [...document.querySelectorAll<HTMLElement>('.graph')];
  for (const graph of root.querySelectorAll<HTMLElement>('.graph')) {
    readOut(graph);
    const form = document.querySelector<HTMLFormElement>(`form#${graph.dataset.selects ?? 'none'}`);
    if (form) selectPart(graph, form);
  }
}

start(document);
document.addEventListener('shown', ({ target }) => start(target as Element));
document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
document.addEventListener('pointerdown', hide, { capture: true });
