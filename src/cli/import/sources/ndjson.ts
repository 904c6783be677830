import { Line, LineReader } from './line-reader.js';
import { SourceRecord } from './source-record.js';

/** Reads NDJSON, one JSON object a line; blank lines are passed over. Each batch is what one chunk of bytes holds. */
export async function* readNdjson(bytes: AsyncIterable<Buffer>): AsyncGenerator<SourceRecord[]> {
  const lines = new LineReader();
  for await (const chunk of bytes) yield toRecords(lines.push(chunk));
  yield toRecords(lines.finish());
}

function toRecords(lines: Line[]): SourceRecord[] {
  const records: SourceRecord[] = [];
  for (const line of lines) {
    const record = line.problem === null ? parse(line) : withProblem(line, line.problem);
    if (record !== null) records.push(record);
  }
  return records;
}

function parse(line: Line): SourceRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch (error) {
    if (line.text.trim() === '') return null;
    return withProblem(line, `is not JSON: ${(error as Error).message.replace(/ is not valid JSON$/, '')}`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return withProblem(line, 'is not a JSON object');
  }
  return { line: line.number, record: value as Record<string, unknown>, problem: null, raw: line.text };
}

function withProblem(line: Line, problem: string): SourceRecord {
  return { line: line.number, record: null, problem, raw: line.text };
}
