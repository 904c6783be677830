import { ApiProperty } from '@nestjs/swagger';

export class Health {
  @ApiProperty({ description: 'Always "ok". A service that is not ok answers with an error.', enum: ['ok'] })
  status: 'ok';
}
