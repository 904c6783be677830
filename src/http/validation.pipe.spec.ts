import { BadRequestException } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsIn, Matches } from 'class-validator';
import { RequestValidationPipe } from './validation.pipe.js';

class ColourParams {
  @IsIn(['red', 'green'], { message: 'colour must be red or green' })
  colour: string;
}

class ShadeQuery extends ColourParams {
  @Transform(({ value }) => String(value).toLowerCase())
  @Matches(/^(dark|light)$/, { message: 'shade must be dark or light' })
  shade = 'light';
}

describe('RequestValidationPipe', () => {
  const check = (values: object, metatype: new () => object = ShadeQuery) =>
    new RequestValidationPipe().transform(values, { type: 'query', metatype }) as Promise<unknown>;

  it('answers an instance of the class with the values read', async () => {
    const checked = await check({ colour: 'red', shade: 'DARK' });
    expect(checked).toBeInstanceOf(ShadeQuery);
    expect(checked).toEqual({ colour: 'red', shade: 'dark' });
  });

  it('leaves what is not given as the class has it', async () => {
    await expect(check({ colour: 'green' })).resolves.toEqual({ colour: 'green', shade: 'light' });
  });

  it('refuses what is not given where the class has nothing', async () => {
    await expect(check({})).rejects.toEqual(new BadRequestException('colour must be red or green'));
  });

  it('names each parameter that is wrong, once', async () => {
    await expect(check({ shade: 'pale', colour: 'blue' })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^(colour must be red or green; shade must be dark or light|shade .*; colour .*)$/,
      ),
    });
  });

  it('refuses a parameter that is given twice', async () => {
    await expect(check({ colour: ['red', 'red'] })).rejects.toEqual(
      new BadRequestException('colour must be red or green'),
    );
  });

  it('leaves out parameters that the class does not know', async () => {
    await expect(check({ colour: 'red', other: '1', constructor: 'x' }, ColourParams)).resolves.toEqual({
      colour: 'red',
    });
  });
});
