// Prints live streams, then finds a streamer by name and writes their streams to a CSV file: node streams-to-csv.ts 하늘
import { writeFileSync } from 'node:fs';
import { defaults, listLiveStreams, listRecentStreams, listStreamers, ok } from 'streaming-analytics-client';

defaults.baseUrl = process.env.API_URL ?? 'http://localhost:3000';
if (process.env.API_TOKEN) defaults.headers = { Authorization: `Bearer ${process.env.API_TOKEN}` };

for (const { display_name, viewers } of await ok(listLiveStreams({}))) console.log(display_name, 'is live:', viewers);

const query = process.argv[2] ?? '하늘';
const [streamer] = await ok(listStreamers({ query, limit: 1 }));
if (streamer === undefined) throw new Error(`No streamer matches ${query}.`);

// Doubles quotes, and prevents spreadsheets from reading a title as a formula.
const cell = (value: string | number | null) =>
  `"${String(value ?? '')
    .replace(/^[=+@-]/, "'$&")
    .replaceAll('"', '""')}"`;
const rows = [['id', 'started_at', 'title', 'watchtime'].map(cell).join()];
for (let cursor = 0, more = true; more;) {
  const page = await ok(listRecentStreams({ name: streamer.name, limit: 100, cursor }));
  rows.push(...page.map(({ id, started_at, title, watchtime }) => [id, started_at, title, watchtime].map(cell).join()));
  [cursor, more] = [cursor + page.length, page.length > 0];
}
const file = `${streamer.name.replace(':', '-')}.csv`;
writeFileSync(file, `${rows.join('\r\n')}\r\n`);
console.log(`Wrote ${rows.length - 1} streams of ${streamer.display_name} to ${file}.`);
