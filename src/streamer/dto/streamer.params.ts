import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { inLowerCase } from '../../http/query/names-query.decorator.js';

export const badStreamerName =
  'name must be a login (1 to 25 of the characters a-z, 0-9 and _) or a numeric channel ID';

/** The streamer in a path: a login, in upper or lower case, or a channel ID. */
export class StreamerParams {
  @ApiProperty({
    description:
      'Login (case-insensitive) or channel ID. A name of only digits selects the channel with that ID or, if no channel has that ID, the channel with that login. For a channel from a response, use the ID.',
    example: 'aurora_plays',
    minLength: 1,
    maxLength: 25,
    pattern: '^[A-Za-z0-9_]{1,25}$',
  })
  @Transform(({ value }: { value: string }) => inLowerCase(value))
  @Matches(/^[a-z0-9_]{1,25}$/, { message: badStreamerName })
  name: string;
}
