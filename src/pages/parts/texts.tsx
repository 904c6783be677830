/** Controls and the marks that change the direction of what follows would act on more than the text they stand in. */
const controls = /[\p{Cc}\u2028\u2029]+/gu;

/** A text of strangers as one line: its line breaks and other controls are blanks. */
export function plainText(text: string): string {
  return text.replace(controls, ' ').trim();
}

/** A text of strangers, whose direction does not act on what is around it. `empty` stands for one without characters. */
export function Stranger({ text, empty }: { text: string | null; empty: string }) {
  const shown = text === null ? '' : plainText(text);
  return shown === '' ? <span class="muted">{empty}</span> : <bdi>{shown}</bdi>;
}
