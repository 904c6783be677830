import { WaitingClock } from '../../../clock/clock.js';
import { isTooDeep } from '../../../ingest/sources/formats/text.js';
import { peerText, withoutSecrets } from './peer-text.js';
import { RequestError } from '../platform.js';
import { withLimit } from '../../sweeps/with-limit.js';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface JsonRequest {
  readonly url: string;
  readonly init: RequestInit;
  /** Texts that are masked in responses and errors. */
  readonly secrets: readonly string[];
}

/** A complete response; undefined stands for a body that is not JSON. */
export interface JsonResponse extends Pick<Response, 'status' | 'headers'> {
  readonly json: unknown;
}

/** Time limit of a request, including its body. */
const limitMs = 10_000;

/** Limit of a body, in unpacked bytes. A longer body is aborted, and its connection is closed. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Sends one request and reads its whole response, within ten seconds. Masks the secrets in responses and errors. Throws
 * a {@link RequestError}.
 */
export async function exchange(
  { fetch, clock }: { fetch: Fetch; clock: WaitingClock },
  { url, init, secrets }: JsonRequest,
  signal: AbortSignal,
): Promise<JsonResponse> {
  const late = new RequestError('timeout', `no response within ${limitMs / 1_000} s`);
  const send = async (limited: AbortSignal): Promise<JsonResponse> => {
    try {
      const response = await fetch(url, { ...init, signal: limited, redirect: 'error' });
      const { status, headers } = response;
      return { status, headers, json: parse(withoutSecrets(await readText(response), secrets)) };
    } catch (error) {
      if (error instanceof RequestError) throw error;
      if (signal.aborted) throw new RequestError('stopped', 'stopped', { cause: error });
      if (limited.aborted) throw late;
      throw new RequestError('network', `no response (${peerText(reasonOf(error as Error), secrets)})`, {
        cause: error,
      });
    }
  };
  return withLimit(clock, limitMs, signal, send, late);
}

/** A body of some kilobytes may unpack to gigabytes, so the limit is on unpacked bytes. */
async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RequestError('answer', `the response is longer than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return new TextDecoder().decode(Buffer.concat(chunks));
}

function parse(text: string): unknown {
  try {
    const json = JSON.parse(text) as unknown;
    return isTooDeep(json) ? undefined : json;
  } catch {
    return undefined;
  }
}

/** Contains neither the URL, which undici does not include, nor headers: the code of the system, or the words of undici or a proxy. */
function reasonOf({ cause, message }: Error): string {
  if (typeof cause !== 'object' || cause === null) return message;
  const { code } = cause as { code?: unknown };
  return typeof code === 'string' && /^E[A-Z]+$/.test(code) ? code : reasonOf(cause as Error);
}
