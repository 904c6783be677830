import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

export const badGameName = 'name must be a string of 1 to 200 characters';

/** The game in a path. */
export class GameParams {
  @ApiProperty({
    description: 'Exact name of the game, case-sensitive. Percent-encode it for the URL, including slashes (`%2F`).',
    example: 'Minecraft',
    minLength: 1,
    maxLength: 200,
  })
  @Matches(/^[^\0]{1,200}$/su, { message: badGameName })
  name: string;
}
