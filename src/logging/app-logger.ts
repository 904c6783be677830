import { LoggerService } from '@nestjs/common';
import { DestinationStream, Logger, pino } from 'pino';
import { LogLevel } from '../config/config.js';

/**
 * The log: one JSON object per line, or colored text if the output is a terminal. Nest logs through this class
 * too. Headers, and thus tokens, are never logged.
 */
export class AppLogger implements LoggerService {
  readonly pino: Logger;

  /** Each line has the fields. */
  constructor(level: LogLevel, destination?: DestinationStream & { readonly isTTY?: boolean }, fields?: object) {
    const transport = (destination ?? process.stdout).isTTY ? { target: 'pino-pretty' } : undefined;
    const options = { level, timestamp: pino.stdTimeFunctions.isoTime, base: fields };
    const formatters = { level: (label: string) => ({ level: label }) };
    // Pretty printing runs in another thread, which cannot receive formatters.
    this.pino = transport
      ? pino({ ...options, transport })
      : pino({ ...options, formatters }, destination ?? pino.destination(1));
  }

  log(message: unknown, ...rest: unknown[]): void {
    // Nest logs each module and route at startup, which is too much for level info.
    this.pino.debug({ context: contextOf(rest) }, String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    const context = contextOf(rest);
    if (message instanceof Error) this.pino.error({ err: message, context }, message.message);
    else this.pino.error({ stack: stackOf(rest), context }, String(message));
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.pino.warn({ context: contextOf(rest) }, String(message));
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.pino.debug({ context: contextOf(rest) }, String(message));
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.pino.trace({ context: contextOf(rest) }, String(message));
  }
}

/** Nest passes the logging class as the last argument, after an optional stack. */
function contextOf(rest: unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' ? last : undefined;
}

function stackOf(rest: unknown[]): string | undefined {
  return rest.length > 1 && typeof rest[0] === 'string' ? rest[0] : undefined;
}
