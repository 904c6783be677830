import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import { gameNameForm, gameNameLength } from '../../http/query/query-parameters.decorator.js';

export const unknownGameMessage =
  'No stream of the last thirty days has a game with this name. Names are case-sensitive.';
export const badGameName = `name must be ${gameNameLength}`;

/** The game in a path. */
export class GameParams {
  static readonly notFound = unknownGameMessage;

  @ApiProperty({
    description: 'Exact name of the game, case-sensitive. Percent-encode it for the URL, including slashes (`%2F`).',
    example: 'Minecraft',
    minLength: 1,
    maxLength: 200,
  })
  @Matches(gameNameForm, { message: badGameName })
  name: string;
}
