import { createHash } from 'node:crypto';
import { readLoginOrId } from './platforms.js';

export const webhookKinds = ['stream.started', 'stream.ended', 'data.stale', 'data.fresh', 'month.final'] as const;
export type WebhookKind = (typeof webhookKinds)[number];

const webhookForms = ['standard', 'discord'] as const;

/** A target of webhooks, as the file of `WEBHOOKS` describes it. */
export interface WebhookTarget {
  readonly name: string;
  readonly url: string;
  /** Whether the address may be private, and the URL http. */
  readonly isPrivate: boolean;
  readonly secrets: readonly Buffer[];
  readonly kinds: readonly WebhookKind[];
  /** Logins in lower case, or channel IDs; null for all streamers. */
  readonly streamers: readonly string[] | null;
  readonly form: (typeof webhookForms)[number];
  /** A digest of the whole entry. A changed entry has another digest. */
  readonly digest: string;
}

/** The file is invalid. The message contains neither a secret nor an address. */
export class WebhookFileError extends Error {}

const maxTargets = 100;
const maxStreamers = 10_000;

/** Reads the file of `WEBHOOKS`. Throws a {@link WebhookFileError}. */
export function readWebhookTargets(text: string): WebhookTarget[] {
  const entries = parse(text);
  if (!Array.isArray(entries) || entries.length > maxTargets)
    throw new WebhookFileError(`The file must contain an array of at most ${maxTargets} targets.`);
  const targets = entries.map((entry: unknown, index) => readTarget(entry, index + 1));
  const repeated = targets.find(({ name }, index) => targets.findIndex((other) => other.name === name) < index);
  if (repeated) throw new WebhookFileError(`Two targets have the name ${repeated.name}.`);
  return targets;
}

/** The error of a parser can contain a part of the text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookFileError('The file must contain JSON.');
  }
}

type Entry = Readonly<Record<string, unknown>>;

const properties = ['name', 'url', 'secrets', 'kinds', 'streamers', 'form', 'private'];

function readTarget(entry: unknown, index: number): WebhookTarget {
  const given = (typeof entry === 'object' && !Array.isArray(entry) ? entry : null) as Entry | null;
  const name = given?.name;
  const isName = typeof name === 'string' && /^[a-z0-9_-]{1,50}$/.test(name);
  const demand = (condition: boolean, rule: string) => {
    if (!condition) throw new WebhookFileError(`Target ${isName ? name : index}: ${rule}.`);
  };
  demand(given !== null, 'a target must be an object');
  const { url, secrets, kinds, streamers = null, form = 'standard', private: isPrivate = false } = given as Entry;
  const isKind = (kind: unknown) => webhookKinds.some((known) => known === kind);
  const isOneOf = (values: unknown, test: (value: unknown) => boolean, max: number) =>
    Array.isArray(values) && values.length > 0 && values.length <= max && values.every(test);
  const unknown = Object.keys(given as Entry).find((property) => !properties.includes(property));
  demand(unknown === undefined, `the properties are ${properties.join(', ')}`);
  demand(isName, 'name must be 1 to 50 of the characters a-z, 0-9, _ and -');
  demand(typeof isPrivate === 'boolean', 'private must be true or false');
  demand(
    isUrl(url, isPrivate === true),
    'url must be an https URL without user name and fragment. With "private": true, http is allowed',
  );
  demand(
    webhookForms.some((known) => known === form),
    `form must be one of ${webhookForms.join(', ')}`,
  );
  demand(isOneOf(kinds, isKind, webhookKinds.length), `kinds must be a list of ${webhookKinds.join(', ')}`);
  demand(
    streamers === null || isOneOf(streamers, (one) => readLoginOrId(one) !== null, maxStreamers),
    `streamers must be 1 to ${maxStreamers} logins or channel IDs`,
  );
  demand(
    form === 'discord' ? secrets === undefined : isOneOf(secrets, isSecret, 2),
    form === 'discord'
      ? 'a target of the form discord has no secrets'
      : 'secrets must be 1 or 2 texts of whsec_ and base64 of 24 to 64 bytes',
  );
  return {
    ...(given as Pick<WebhookTarget, 'name' | 'url' | 'kinds'>),
    isPrivate: isPrivate === true,
    secrets: ((secrets ?? []) as string[]).map(secretBytes),
    streamers:
      streamers === null ? null : [...new Set((streamers as string[]).flatMap((one) => readLoginOrId(one) ?? []))],
    form: form as WebhookTarget['form'],
    digest: createHash('sha256').update(JSON.stringify(given)).digest('base64'),
  };
}

function isUrl(value: unknown, mayBePrivate: boolean): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return (protocol === 'https:' || (mayBePrivate && protocol === 'http:')) && username + password + hash === '';
}

function secretBytes(secret: string): Buffer {
  return Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
}

function isSecret(value: unknown): boolean {
  if (typeof value !== 'string' || !/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(value)) return false;
  const { length } = secretBytes(value);
  return length >= 24 && length <= 64;
}
