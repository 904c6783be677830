import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { columnsOf } from './list-columns.js';

class Named {
  @ApiProperty()
  name: string;

  @ApiPropertyOptional()
  image?: string;
}

class Counted extends Named {
  @ApiProperty()
  id: string;

  @ApiProperty()
  viewers: number;
}

it('are the properties of a class as they are declared, optional ones too', () => {
  expect(columnsOf(Named)).toEqual(['name', 'image']);
});

it('are those of its parent last', () => {
  expect(columnsOf(Counted)).toEqual(['id', 'viewers', 'name', 'image']);
});
