import { BadRequestException } from '@nestjs/common';
import { oneOf } from './one-of.js';
import { Parameter } from './parameter.decorator.js';
import { RequestValidationPipe } from './validation.pipe.js';

class ColourParams {
  @Parameter({ read: oneOf(['red', 'green']), expected: 'red or green' })
  colour: string;
}

class ShadeQuery extends ColourParams {
  @Parameter({ read: (text) => (text === 'none' ? 0 : undefined), expected: 'none' })
  shade = 1;
}

describe('RequestValidationPipe', () => {
  const check = (values: object, metatype = ShadeQuery) =>
    new RequestValidationPipe().transform(values, { type: 'query', metatype });

  it('answers an instance of the class with the values read, also what is falsy', () => {
    const checked = check({ colour: 'red', shade: 'none' });
    expect(checked).toBeInstanceOf(ShadeQuery);
    expect(checked).toEqual({ colour: 'red', shade: 0 });
  });

  it('leaves what is not given as the class has it', () => {
    expect(check({ colour: 'green' })).toEqual({ colour: 'green', shade: 1 });
  });

  it('refuses what is not given where the class has nothing', () => {
    expect(() => check({})).toThrow(new BadRequestException('colour must be red or green'));
  });

  it('names each parameter that is wrong, those of the class it extends first', () => {
    expect(() => check({ shade: 'dark', colour: 'blue' })).toThrow(
      new BadRequestException('colour must be red or green; shade must be none'),
    );
  });

  it('knows of a class that is extended only what that one declares', () => {
    expect(check({ colour: 'red', shade: 'dark' }, ColourParams as typeof ShadeQuery)).toEqual({ colour: 'red' });
  });

  it('takes nothing from the prototypes of what is given', () => {
    expect(() => check(Object.create({ colour: 'red' }) as object)).toThrow(BadRequestException);
  });

  it('leaves what is no parameter alone', () => {
    const value = { anything: 1 };
    expect(new RequestValidationPipe().transform(value, { type: 'custom', metatype: ShadeQuery })).toBe(value);
  });
});
