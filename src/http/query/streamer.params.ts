import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Matches } from 'class-validator';
import { foldName, loginDescription, maxNameLength, namePattern, otherPlatforms } from '../../config/platforms.js';
import { unknownStreamerMessage } from '../errors/unknown-streamer.js';

const prefixes = otherPlatforms.map(({ title, prefix }) => `on ${title} with the prefix \`${prefix}\``).join(', ');

export const badStreamerName = `name must be a login (${loginDescription}) or a numeric channel ID`;

/** The streamer in a path: a login, in upper or lower case, or a channel ID. */
export class StreamerParams {
  static readonly notFound = unknownStreamerMessage;

  @ApiProperty({
    description: `Login (case-insensitive), ${prefixes}, or channel ID. A name of digits selects the channel with that ID or, if no channel has that ID, the channel with that login. Use the ID for a channel from a response.`,
    example: 'aurora_plays',
    minLength: 1,
    maxLength: maxNameLength,
    pattern: `^${namePattern}$`,
  })
  @Transform(({ value }: { value: string }) => foldName(value, 'logins', 'ids'))
  @Matches(new RegExp(`^${namePattern}$`), { message: badStreamerName })
  name: string;
}
