// @ts-check
// Shows the value of a graph under the pointer. Arrow keys move to adjacent values.

/** A value of a graph: its text, and a function that marks its place. */
/** @typedef {{ text: string, mark: () => void }} Reading */

/**
 * Returns the visible drawing. Each graph has one for wide screens and one for phones.
 * @param {HTMLElement} graph
 */
function drawingOf(graph) {
  return [...graph.querySelectorAll('svg')].find((svg) => svg.getBoundingClientRect().width > 0);
}

/**
 * Reads bars and cells from their titles. In a heat map, the cell below another is one row further.
 * @param {SVGSVGElement} svg
 */
function shapesOf(svg) {
  const shapes = [...svg.querySelectorAll('rect')].filter((shape) => shape.querySelector('title'));
  const top = shapes[0]?.getAttribute('y');
  const isGrid = shapes.some((shape) => shape.getAttribute('class')?.startsWith('chart-heat'));
  const row = isGrid ? shapes.filter((shape) => shape.getAttribute('y') === top).length : 1;
  const readings = shapes.map((shape) => ({
    text: shape.querySelector('title')?.textContent ?? '',
    mark: () => {
      for (const other of shapes) other.classList.toggle('is-read', other === shape);
    },
  }));
  /** @param {PointerEvent} event */
  const placeAt = ({ target }) => shapes.findIndex((shape) => target instanceof Node && shape.contains(target));
  return { readings, row, placeAt };
}

/**
 * Reads the rows of the table behind a graph over time. The first and last time are the ends of the axis.
 * @param {SVGSVGElement} svg
 * @param {HTMLElement} numbers
 */
function momentsOf(svg, numbers) {
  const names = [...numbers.querySelectorAll('thead th')].slice(1).map((cell) => cell.textContent ?? '');
  const rows = [...numbers.querySelectorAll('tbody tr')].map((row) => {
    const time = row.querySelector('time');
    const values = [...row.querySelectorAll('.num')].map((cell) => cell.textContent ?? '');
    const told = values.flatMap((value, i) => (value === '' ? [] : `${names[i]} ${value}`));
    return { at: Date.parse(time?.dateTime ?? ''), text: `${time?.textContent}: ${told.join(', ') || 'unknown'}` };
  });
  const axis = [...svg.querySelectorAll('.chart-axis')].find(
    (line) => line.getAttribute('x1') !== line.getAttribute('x2'),
  );
  const [left, right] = ['x1', 'x2'].map((name) => Number(axis?.getAttribute(name)));
  const [first, last] = [rows[0]?.at ?? 0, rows.at(-1)?.at ?? 0];
  /** @param {number} at */
  const toX = (at) => (first === last ? (left + right) / 2 : left + ((at - first) / (last - first)) * (right - left));
  const cursor = document.createElementNS('http://www.w3.org/2000/svg', 'line');
  cursor.setAttribute('class', 'chart-cursor');
  cursor.setAttribute('y1', '12');
  cursor.setAttribute('y2', axis?.getAttribute('y1') ?? '0');
  const readings = rows.map(({ at, text }) => ({
    text,
    mark: () => {
      cursor.setAttribute('x1', String(toX(at)));
      cursor.setAttribute('x2', String(toX(at)));
      svg.append(cursor);
    },
  }));
  /** @param {PointerEvent} event */
  const placeAt = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * svg.viewBox.baseVal.width;
    const distances = rows.map(({ at }) => Math.abs(toX(at) - x));
    return distances.indexOf(Math.min(...distances));
  };
  return { readings, row: 1, placeAt };
}

/** @param {HTMLElement} graph */
function readOut(graph) {
  const output = graph.querySelector('output');
  const numbers = document.getElementById(graph.dataset.numbers ?? '');
  if (!output || !numbers) return;
  let place = -1;
  /** @type {{ svg: SVGSVGElement, readings: Reading[], row: number, placeAt: (event: PointerEvent) => number } | undefined} */
  let known;
  const read = () => {
    const svg = drawingOf(graph);
    if (!svg) return undefined;
    if (known?.svg !== svg)
      known = { svg, ...(graph.dataset.reads === 'moments' ? momentsOf(svg, numbers) : shapesOf(svg)) };
    return known;
  };
  /** @param {number} next */
  const show = (next) => {
    const reading = read()?.readings[next];
    if (!reading) return;
    place = next;
    reading.mark();
    output.textContent = reading.text;
  };
  graph.tabIndex = 0;
  graph.role = 'group';
  graph.ariaLabel = `${graph.querySelector('title')?.textContent}: arrow keys read its values`;
  graph.addEventListener('pointermove', (event) => show(read()?.placeAt(event) ?? -1));
  graph.addEventListener('pointerdown', (event) => show(read()?.placeAt(event) ?? -1));
  graph.addEventListener('keydown', (event) => {
    const { readings, row } = read() ?? { readings: [], row: 1 };
    const end = readings.length - 1;
    const current = place === -1 ? end + 1 : place;
    const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
    /** @type {Record<string, number>} */
    const targets = { Home: 0, End: end };
    for (const [key, step] of Object.entries(steps)) targets[key] = Math.min(end, Math.max(0, current + step));
    const target = targets[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    show(target);
  });
}

for (const graph of document.querySelectorAll('.graph')) if (graph instanceof HTMLElement) readOut(graph);
