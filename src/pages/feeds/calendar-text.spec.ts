import { writeCalendar } from './calendar-text.js';

const entry = { uid: 'a', from: '2026-01-01T00:00:00.000Z', to: null, title: 'A', about: [], url: undefined };
const sequenceAt = (changedAt: string) => /^SEQUENCE:(.*)\r$/m.exec(writeCalendar('A', [{ ...entry, changedAt }]))?.[1];

it.each([
  ['1999-12-31T23:59:59.999Z', '0'],
  ['2000-01-01T00:00:00.999Z', '0'],
  ['2000-01-01T00:00:01.000Z', '1'],
  ['2068-01-19T03:14:07.000Z', '2147483647'],
  ['2068-01-19T03:14:08.000Z', '2147483647'],
])('numbers a change at %s within 31 bits', (changedAt, sequence) => {
  expect(sequenceAt(changedAt)).toBe(sequence);
});
