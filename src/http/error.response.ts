import { ApiProperty } from '@nestjs/swagger';

/** The body of every error of the service. */
export class ErrorResponse {
  @ApiProperty({ description: 'What went wrong. For a bad request also what would be right.' })
  error: string;
}
