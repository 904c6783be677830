import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { propertyNames } from './property-names.js';

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
  expect(propertyNames(Named)).toEqual(['name', 'image']);
});

it('lists the properties of the parent class last', () => {
  expect(propertyNames(Counted)).toEqual(['id', 'viewers', 'name', 'image']);
});
