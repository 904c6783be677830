import { ApiProperty } from '@nestjs/swagger';
import { Parameter } from '../../http/parameter.decorator.js';

const expected = 'a login (1 to 25 of the characters a-z, 0-9 and _) or a numeric channel id';
export const badStreamerName = `name must be ${expected}`;

function readName(text: string): string | undefined {
  return /^[a-z0-9_]{1,25}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** The streamer of a path: a login, upper or lower case, or a channel id. */
export class StreamerParams {
  @ApiProperty({
    description:
      'Login (case-insensitive) or numeric channel id. Digits mean the channel id if there is one, otherwise a login of digits.',
    example: 'aurora_plays',
    pattern: '^[A-Za-z0-9_]{1,25}$',
  })
  @Parameter({ read: readName, expected })
  name: string;
}
