import { ApiProperty } from '@nestjs/swagger';

export class Health {
  @ApiProperty({ description: 'Always `ok`. A service that is not healthy returns an error.', enum: ['ok'] })
  status: 'ok';
}
