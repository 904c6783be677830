import { ApiProperty, ApiPropertyOptions } from '@nestjs/swagger';
import { mainPlatform, platforms, platformTitles } from '../../config/platforms.js';

/** Makes a decorator for properties with a schema. `more` adds to the schema, for example an `example`. */
const propertyOf = (schema: object) => (description: string, more?: ApiPropertyOptions) =>
  ApiProperty({ description, ...schema, ...more });

/** A count may exceed 32 bits but always fits into a JavaScript number. */
const count = { type: 'integer', format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
export const moment = { type: 'string', format: 'date-time' } as const;
const nullableText = { type: 'string', nullable: true } as const;
const texts = { type: 'array', items: { type: 'string' } };

export const CountProperty = propertyOf(count);
export const NullableCountProperty = propertyOf({ ...count, nullable: true });
export const MomentProperty = propertyOf(moment);
export const NullableMomentProperty = propertyOf({ ...moment, nullable: true });
export const NullableTextProperty = propertyOf(nullableText);
export const NullableUriProperty = propertyOf({ type: 'string', format: 'uri', nullable: true });
export const TextsProperty = propertyOf(texts);
export const NullableTextsProperty = propertyOf({ ...texts, nullable: true });

/** The platform of a channel, which its ID determines. */
export const platformSchema = {
  description: 'Streaming platform of the channel.',
  enum: platforms,
  example: mainPlatform,
} as const;

/** The login of a channel, which another channel can have later. */
export const loginSchema = {
  description: 'Login, or the channel ID if the login now belongs to another channel.',
  example: 'aurora_plays',
} as const;

const [mainTitle, ...otherTitles] = Object.values(platformTitles);

/** The ID of a platform besides the main one. */
export const externalIdSchema = (what: string) =>
  ({
    description: `ID of the ${what} on ${otherTitles.join(' or ')}. Null on ${mainTitle}, where \`id\` is that ID.`,
    ...nullableText,
  }) as const;

/** The title of a stream. */
export const streamTitle = {
  description: 'Title, as the streamer wrote it. Escape it before you insert it into a page.',
  ...nullableText,
} as const;

/** The language of a stream. */
export const streamLanguage = {
  description: 'Language as an ISO 639-1 code, perhaps with a script or region, or `other`.',
  ...nullableText,
  example: 'en',
} as const;

/** The language of a streamer in a window. */
export const streamerLanguage = {
  description:
    'Most frequent language of the streams in the window, as an ISO 639-1 code such as `en` or `pt-br`, or `other`. Of equally frequent languages, the first in alphabetical order. Null if unknown, and on a board of the previous release.',
  ...nullableText,
  example: 'en',
} as const;
