import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';

export const badStreamerName =
  'name must be a login (1 to 25 of the characters a-z, 0-9 and _) or a numeric channel id';

/** The streamer of a path: a login, upper or lower case, or a channel id. */
export class StreamerParams {
  @ApiProperty({
    description:
      'Login (in any case) or numeric channel id. Digits name the channel with this id if it exists, otherwise the one with this login. If the name is from another response, use its channel id.',
    example: 'aurora_plays',
    minLength: 1,
    maxLength: 25,
    pattern: '^[A-Za-z0-9_]{1,25}$',
  })
  @Transform(({ value }: { value: string }) => value.toLowerCase())
  @Matches(/^[a-z0-9_]{1,25}$/, { message: badStreamerName })
  name: string;
}
