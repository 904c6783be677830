import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

const latest = Symbol('latest response');

type Connection = Socket & { [latest]?: ServerResponse };

/** The response to the latest request of a connection. */
export function latestResponse(connection: Connection): ServerResponse | undefined {
  return connection[latest];
}

export function setLatestResponse(connection: Connection, response: ServerResponse): void {
  connection[latest] = response;
}
