import { ApiProperty } from '@nestjs/swagger';

/** The body of every error of the service. */
export class ErrorResponse {
  @ApiProperty({ description: 'Cause of the error. For an invalid parameter, also the valid values.' })
  error: string;
}
