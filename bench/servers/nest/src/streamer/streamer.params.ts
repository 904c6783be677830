import { Matches } from 'class-validator';

export class StreamerParams {
  @Matches(/^[A-Za-z0-9_]{1,25}$/)
  name: string;
}
