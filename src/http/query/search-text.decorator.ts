import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional, ValidateBy, ValidationOptions } from 'class-validator';

const maxLetters = 100;

/** Counts the letters of a text as a search compares them. Normalization makes up to 18 letters of one character. */
export function countLetters(text: string): number {
  return [...text.normalize('NFKC')].length;
}

/** A text that a search compares with names, of at most 100 letters ({@link countLetters}), without NUL. */
export function SearchText(message: string, minimum = 0, options: ValidationOptions = {}): PropertyDecorator {
  const validate = (value: unknown) =>
    typeof value === 'string' &&
    !value.includes('\0') &&
    value.trim().length >= minimum &&
    countLetters(value) <= maxLetters;
  return ValidateBy({ name: 'searchText', validator: { validate } }, { ...options, message });
}

/** An optional query parameter with a text to find. */
export function SearchTextQuery(description: string, example?: string): PropertyDecorator {
  return applyDecorators(
    ApiPropertyOptional({ description, type: 'string', minLength: 1, maxLength: maxLetters, pattern: '\\S', example }),
    IsOptional(),
    SearchText(`$property must be a string of 1 to ${maxLetters} characters`, 1),
  );
}
