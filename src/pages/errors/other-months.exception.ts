import { HttpException } from '@nestjs/common';

/** The address of a page has a range that the page does not have. */
export class OtherMonthsException extends HttpException {
  constructor(
    { message, status }: { message: string; status: number },
    /** The months that exist, newest first, and the path of the page of a month. */
    readonly months: readonly string[],
    readonly path: string,
  ) {
    super(message, status);
  }
}
