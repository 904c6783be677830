import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The response to the latest request of each connection. */
export const latestResponses = new WeakMap<Socket, ServerResponse>();
