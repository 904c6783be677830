import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';

const folder = path.resolve(__dirname, '../fixtures/releases');

/** The seed of a release: its database, and its responses at a moment. */
export interface RecordedAnswers {
  at: string;
  answers: Record<string, { status: number; body: unknown }>;
}

/** The releases whose database, responses and OpenAPI document are recorded, oldest first. */
export const recordedReleases = readdirSync(folder).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

export const releaseFile = (release: string, name: string) => path.join(folder, release, name);

export const answersOf = (release: string) => readJson<RecordedAnswers>(release, 'answers.json.gz');

export const documentOf = (release: string) => readJson<OpenAPIObject>(release, 'openapi.json.gz');

function readJson<Content>(release: string, name: string): Content {
  return JSON.parse(gunzipSync(readFileSync(releaseFile(release, name))).toString()) as Content;
}
