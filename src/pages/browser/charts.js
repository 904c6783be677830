// @ts-check
// Shows the values of a graph under the pointer. Arrow keys move to adjacent values. Graphs with the same time axis show
// the same moment.

/**
 * A graph that shows its values. Positions are shares of the width and height of the plot.
 * @typedef {{
 *   axis: string | undefined,
 *   count: number,
 *   row: number,
 *   placeAt: (x: number, y: number) => number,
 *   shareOf: (place: number) => number,
 *   show: (place: number) => void,
 * }} Reader
 */

/** @param {string} name */
const svgElement = (name) => document.createElementNS('http://www.w3.org/2000/svg', name);

/**
 * @param {Element} element
 * @param {Record<string, string | number>} attributes
 */
function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** The name of the time zone of a text, which is UTC or the zone of the page. @param {boolean} isUtc */
const zoneOf = (isUtc) => (isUtc ? 'UTC' : (document.querySelector('[data-zone]')?.textContent ?? 'UTC'));

/** @param {number} share */
const percent = (share) => `${100 * share}%`;

/**
 * Reads the rows of the table behind a graph over time.
 * @param {HTMLElement} graph
 * @param {HTMLElement} numbers
 * @param {SVGSVGElement} plot
 * @param {HTMLOutputElement} output
 * @returns {Reader}
 */
function overTime(graph, numbers, plot, output) {
  const [from, to] = [Number(graph.dataset.from), Number(graph.dataset.to)];
  const names = [...numbers.querySelectorAll('thead th')].slice(1).map((cell) => cell.textContent);
  const holds = graph.dataset.holds !== undefined;
  /** @type {string[]} */
  let last = [];
  const rows = [...numbers.querySelectorAll('tbody tr')].map((row) => {
    const time = row.querySelector('time');
    const cells = [...row.querySelectorAll('.num')].map((cell, i) => cell.textContent || (holds && last[i]) || '');
    last = cells;
    const values = cells.map((text, i) => text && `${names[i]} ${text}`);
    const share = (Date.parse(time?.dateTime ?? '') - from) / Math.max(1, to - from);
    return { share: Math.min(1, Math.max(0, share)), time, text: values.filter(Boolean).join(', ') || 'unknown' };
  });
  const hasPeriods = graph.dataset.periods !== undefined;
  const cursor = svgElement('line');
  const bottom = Number(plot.querySelector('.chart-tick')?.getAttribute('y')) - 18;
  set(cursor, { class: 'chart-cursor', y1: 0, y2: bottom });
  /** @param {number} share */
  const bandsAt = (share) =>
    [...plot.querySelectorAll(':scope > svg[y]')].flatMap((band) => {
      const [start, width] = ['x', 'width'].map((name) => parseFloat(band.getAttribute(name) ?? '') / 100);
      const isHere = start <= share && share < start + width;
      return isHere ? [band.querySelector('title')?.textContent ?? ''] : [];
    });
  return {
    axis: `${from} ${to}`,
    count: rows.length,
    row: 1,
    placeAt: (x) => {
      if (hasPeriods)
        return Math.max(
          0,
          rows.findLastIndex(({ share }) => share <= x),
        );
      const distances = rows.map(({ share }) => Math.abs(share - x));
      return distances.indexOf(Math.min(...distances));
    },
    shareOf: (place) => rows[place].share,
    show: (place) => {
      const { share, time, text } = rows[place];
      const end = rows[place + 1]?.share ?? 1;
      const at = percent(hasPeriods ? (share + end) / 2 : share);
      set(cursor, { x1: at, x2: at });
      plot.append(cursor);
      const zone = zoneOf(time?.dataset.form === 'utc');
      output.textContent = `${time?.textContent} ${zone}: ${[text, ...bandsAt(share)].join(' · ')}`;
    },
  };
}

/**
 * Reads the table behind a grid of cells. The rows of the table are the columns of the grid.
 * @param {HTMLElement} graph
 * @param {HTMLElement} numbers
 * @param {SVGSVGElement} plot
 * @param {HTMLOutputElement} output
 * @returns {Reader}
 */
function inCells(graph, numbers, plot, output) {
  const names = [...numbers.querySelectorAll('thead th')].slice(1).map((cell) => cell.textContent);
  const columns = [...numbers.querySelectorAll('tbody tr')];
  const rowCount = names.length;
  const cells = plot.querySelector('.chart-cells');
  const cellsHeight = Number(cells?.getAttribute('height'));
  const mark = svgElement('rect');
  set(mark, { class: 'chart-cell', width: percent(1 / columns.length), height: cellsHeight / rowCount });
  const count = columns.length * rowCount;
  /** @param {number} share @param {number} size */
  const indexOf = (share, size) => Math.min(size - 1, Math.max(0, Math.floor(share * size)));
  return {
    axis: undefined,
    count,
    row: columns.length,
    placeAt: (x, y) => {
      const row = indexOf((y * Number(plot.getAttribute('height'))) / cellsHeight, rowCount);
      return row * columns.length + indexOf(x, columns.length);
    },
    shareOf: (place) => (place % columns.length) / columns.length,
    show: (place) => {
      const [column, row] = [place % columns.length, Math.floor(place / columns.length)];
      set(mark, { x: percent(column / columns.length), y: (row * cellsHeight) / rowCount });
      plot.append(mark);
      const value = columns[column].querySelectorAll('td')[row]?.textContent;
      const heading = columns[column].querySelector('th')?.textContent;
      const zone = zoneOf(graph.dataset.utc !== undefined);
      output.textContent = `${names[row]}, ${heading} ${zone}: ${value ? `${value} hours` : 'unknown'}`;
    },
  };
}

const graphs = [...document.querySelectorAll('.graph')].filter((graph) => graph instanceof HTMLElement);

/** @param {HTMLElement} graph @returns {[HTMLElement, Reader][]} */
function toReader(graph) {
  const output = graph.querySelector('output');
  const plot = graph.querySelector('.chart-plot');
  const numbers = document.getElementById(graph.dataset.numbers ?? '');
  if (!output || !numbers || !(plot instanceof SVGSVGElement)) return [];
  const read = graph.dataset.from === undefined ? inCells : overTime;
  return [[graph, read(graph, numbers, plot, output)]];
}

/** @type {Map<HTMLElement, Reader> | undefined} */
let readers;

/**
 * Returns the reader of a graph. The tables are read at the first use, after their times are in the zone of the reader.
 * @param {HTMLElement} graph
 */
function readerOf(graph) {
  readers ??= new Map(graphs.flatMap(toReader));
  return readers.get(graph);
}

/**
 * Shows a value, and the values at the same moment in the other graphs with the same time axis.
 * @param {Reader} reader
 * @param {number} place
 */
function show(reader, place) {
  reader.show(place);
  for (const other of readers?.values() ?? []) {
    if (other === reader || other.axis === undefined || other.axis !== reader.axis) continue;
    other.show(other.placeAt(reader.shareOf(place), 0));
  }
}

/** @param {HTMLElement} graph */
function readOut(graph) {
  let current = -1;
  graph.tabIndex = 0;
  graph.role = 'group';
  graph.ariaLabel = `Graph of ${graph.dataset.label}: arrow keys read its values`;
  /** @param {PointerEvent} event */
  const point = (event) => {
    const reader = readerOf(graph);
    const box = graph.querySelector('.chart-plot')?.getBoundingClientRect();
    if (!reader || !box || reader.count === 0) return;
    current = reader.placeAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    show(reader, current);
  };
  graph.addEventListener('pointermove', point);
  graph.addEventListener('pointerdown', point);
  graph.addEventListener('keydown', (event) => {
    const reader = readerOf(graph);
    if (!reader || reader.count === 0) return;
    const { count, row } = reader;
    const start = current === -1 ? count : current;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
    /** @type {Record<string, number>} */
    const targets = { Home: 0, End: count - 1 };
    for (const [key, step] of Object.entries(steps)) targets[key] = Math.min(count - 1, Math.max(0, start + step));
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    current = target;
    show(reader, target);
  });
}

for (const graph of graphs) readOut(graph);
