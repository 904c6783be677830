import { createHmac } from 'node:crypto';

export interface Message {
  id: string;
  body: string;
}

/** Returns the headers of Standard Webhooks 1.0 for an attempt, with a signature for each secret. */
export function signMessage({ id, body }: Message, secrets: readonly Buffer[], at: Date): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const sign = (secret: Buffer) =>
    `v1,${createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(secrets.length > 0 && { 'webhook-signature': secrets.map(sign).join(' ') }),
  };
}
