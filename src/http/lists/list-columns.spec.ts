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

it('lists the properties of a class in the order of declaration, including optional ones', () => {
  expect(columnsOf(Named)).toEqual(['name', 'image']);
});

it('lists the properties of the parent class last', () => {
  expect(columnsOf(Counted)).toEqual(['id', 'viewers', 'name', 'image']);
});
