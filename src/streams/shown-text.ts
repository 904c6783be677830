import { unlessBlank } from './blank-text.js';

/** Control characters, such as line breaks. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** Characters that change the direction of the following text, also outside of the user-provided text. */
const turning = /\p{Bidi_Control}/gu;

/** What pages, calendars, feeds and messages show instead of a blank title. */
export const untitled = { stream: 'No title', event: 'Untitled event', marker: 'Untitled' } as const;

/**
 * Returns user-provided text as one line that does not change the direction of other text. Control characters become
 * spaces. `empty` replaces a text without a visible character.
 */
export function plainText(text: string | null, empty = ''): string {
  return unlessBlank(text?.replace(turning, '').replace(controls, ' ').trim() ?? null) ?? empty;
}

/** Returns the start of a text, with at most `max` characters. */
export function cutText(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max ? [...characters.slice(0, max - 1), '…'].join('') : text;
}
