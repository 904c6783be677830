import { Language } from '../../leaderboard/dto/language.response.js';
import { SelectProps } from './lists/list-form.js';

const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });

/** Returns the English name of a code, such as `Portuguese (Brazil)`, or the code itself. */
export function languageName(code: string): string {
  if (code === 'other') return 'Other';
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}

/** A form field with the languages of the leaderboard, by name. */
export function languageSelect(languages: readonly Language[], chosen = ''): SelectProps {
  const codes = new Set([...languages.map(({ language }) => language), ...(chosen === '' ? [] : [chosen])]);
  const options = [...codes].map((code) => [code, languageName(code)] as const);
  options.sort(([, a], [, b]) => a.localeCompare(b, 'en'));
  return { name: 'language', label: 'Language', chosen, options: [['', 'All'], ...options] };
}
