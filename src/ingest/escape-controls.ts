/**
 * Returns a text that is safe for the terminal: control characters become escapes such as \u001b, since names and data
 * may contain any character.
 */
export function escapeControls(text: string): string {
  const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, escape);
}
