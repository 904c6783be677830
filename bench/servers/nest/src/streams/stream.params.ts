import { Matches } from 'class-validator';

export class StreamParams {
  @Matches(/^\d{1,18}$/)
  id: string;
}
