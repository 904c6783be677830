import { ApiProperty } from '@nestjs/swagger';

export class Health {
  @ApiProperty({ description: 'Always "ok"; a service that is not answers with an error.', enum: ['ok'] })
  status: 'ok';
}
