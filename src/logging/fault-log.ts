import { Injectable } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { AppLogger } from './app-logger.js';

const maxPerSecond = 5;

/**
 * The log of faults that may repeat with every request, such as a database that is down. Writes at most five lines per
 * second. The next line reports how many were omitted.
 */
@Injectable()
export class FaultLog {
  private second = 0;
  private lines = 0;
  private omitted = 0;

  constructor(
    private readonly logger: AppLogger,
    private readonly clock: Clock,
  ) {}

  error(fields: object, message: string): void {
    this.write('error', fields, message);
  }

  warn(fields: object, message: string): void {
    this.write('warn', fields, message);
  }

  private write(level: 'error' | 'warn', fields: object, message: string): void {
    const second = Math.floor(this.clock.monotonicMs() / 1000);
    if (second !== this.second) {
      this.second = second;
      this.lines = 0;
    }
    this.lines += 1;
    if (this.lines > maxPerSecond) {
      this.omitted += 1;
      return;
    }
    this.logger.pino[level](this.omitted > 0 ? { ...fields, omitted: this.omitted } : fields, message);
    this.omitted = 0;
  }
}
