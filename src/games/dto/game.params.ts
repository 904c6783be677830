import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';

export const gameNameForm = /^[^\0]{1,200}$/su;
export const gameNameLength = 'a string of 1 to 200 characters';
export const badGameName = `name must be ${gameNameLength}`;

/** The game in a path. */
export class GameParams {
  @ApiProperty({
    description: 'Exact name of the game, case-sensitive. Percent-encode it for the URL, including slashes (`%2F`).',
    example: 'Minecraft',
    minLength: 1,
    maxLength: 200,
  })
  @Matches(gameNameForm, { message: badGameName })
  name: string;
}
