import { ApiProperty } from '@nestjs/swagger';

/** The body of every error of the service. */
export class ErrorResponse {
  @ApiProperty({ description: 'What went wrong. For a bad request also what would be right.' })
  error: string;
}

/** An error as problem details (RFC 9457), for clients whose `Accept` names `application/problem+json`. */
export class Problem {
  @ApiProperty({ description: 'Always `about:blank`: the status says what kind of problem it is.' })
  type: string;

  @ApiProperty({ description: 'The words of the status.' })
  title: string;

  @ApiProperty({
    description: 'The status of the answer.',
    type: 'integer',
    format: 'int32',
    minimum: 400,
    maximum: 599,
  })
  status: number;

  @ApiProperty({ description: 'What went wrong, the `error` of an ErrorResponse.' })
  detail: string;
}
