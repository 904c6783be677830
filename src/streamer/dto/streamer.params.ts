import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { loginDescription, loginForm, loginPattern } from '../../config/platforms.js';
import { lowerCased } from '../../http/query/names-query.decorator.js';

export const badStreamerName = `name must be a login (${loginDescription}) or a numeric channel ID`;

/** The streamer in a path: a login, in upper or lower case, or a channel ID. */
export class StreamerParams {
  @ApiProperty({
    description:
      'Login (case-insensitive), on Kick with the prefix `kick:`, or channel ID. A name of only digits selects the channel with that ID or, if no channel has that ID, the channel with that login. For a channel from a response, use the ID.',
    example: 'aurora_plays',
    minLength: 1,
    maxLength: 69,
    pattern: `^${loginPattern}$`,
  })
  @Transform(({ value }: { value: string }) => lowerCased(value))
  @Matches(new RegExp(`^${loginForm}$`), { message: badStreamerName })
  name: string;
}
