import { ApiProperty } from '@nestjs/swagger';

/** The body of every error of the service. */
export class ErrorResponse {
  @ApiProperty({ description: 'What was wrong and, where the request was, what would be right.' })
  error: string;
}
