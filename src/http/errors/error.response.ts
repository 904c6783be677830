import { ApiProperty } from '@nestjs/swagger';

/** The body of errors. */
export class ErrorResponse {
  @ApiProperty({ description: 'Cause of the error. For an invalid parameter, also the valid values.' })
  error: string;
}

/** An error as problem details (RFC 9457), for clients whose `Accept` names `application/problem+json`. */
export class Problem {
  @ApiProperty({ description: 'Always `about:blank`: `status` identifies the kind of problem.' })
  type: string;

  @ApiProperty({ description: 'Reason phrase of the status.' })
  title: string;

  @ApiProperty({
    description: 'Status code of the response.',
    type: 'integer',
    format: 'int32',
    minimum: 400,
    maximum: 599,
  })
  status: number;

  @ApiProperty({ description: 'Cause of the error, the same text as `error` of an ErrorResponse.' })
  detail: string;
}
