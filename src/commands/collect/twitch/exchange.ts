import { WaitingClock } from '../../../clock/waiting-clock.js';
import { AskError } from '../platform.js';

/** What is sent, as `fetch` takes it. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An answer that came to its end; undefined stands for what is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly json: unknown;
}

/** How long a request may take, its body included. */
const limitMs = 10_000;

/** Hundreds of times as long as a page of 100 streams. */
const longestBody = 16 * 1024 * 1024;

/** Sends one request and reads its answer to the end, within ten seconds. Throws an {@link AskError}. */
export async function exchange(
  { fetch, clock }: { fetch: Fetch; clock: WaitingClock },
  url: string,
  init: RequestInit,
  signal: AbortSignal,
): Promise<Answer> {
  const ending = new AbortController();
  const over = new AbortController();
  const stop = () => ending.abort();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const limit = clock.sleep(limitMs, over.signal).then(() => {
    if (over.signal.aborted) return new Promise<never>(() => {});
    ending.abort();
    throw new AskError('timeout', `no answer within ${limitMs / 1_000} s`);
  });
  try {
    return await Promise.race([read(fetch, url, { ...init, signal: ending.signal, redirect: 'error' }), limit]);
  } catch (error) {
    if (error instanceof AskError) throw error;
    if (signal.aborted) throw new AskError('stopped', 'stopped', { cause: error });
    throw new AskError('network', `no answer (${reasonOf(error)})`, { cause: error });
  } finally {
    over.abort();
    signal.removeEventListener('abort', stop);
  }
}

async function read(fetch: Fetch, url: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(url, init);
  const text = await response.text();
  return { status: response.status, headers: response.headers, json: parse(text) };
}

function parse(text: string): unknown {
  if (text.length > longestBody) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Without the URL, which undici does not name, and without headers. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (cause instanceof Error) return (cause as NodeJS.ErrnoException).code ?? cause.message;
  return error.message;
}
