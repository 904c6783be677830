import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { gameNameForm, gameNameLength } from '../../http/query/query-parameters.decorator.js';

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
