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

  it('returns an instance of the class with the parsed values', async () => {
    const checked = await check({ colour: 'red', shade: 'DARK' });
    expect(checked).toBeInstanceOf(ShadeQuery);
    expect(checked).toEqual({ colour: 'red', shade: 'dark' });
  });

  it('names each invalid parameter once', async () => {
    await expect(check({ shade: 'pale', colour: 'blue' })).rejects.toMatchObject({
      message: expect.stringMatching(
        /^(colour must be red or green; shade must be dark or light|shade .*; colour .*)$/,
      ),
    });
  });
});
