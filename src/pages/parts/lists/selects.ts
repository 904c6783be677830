import { PlatformName, platforms, platformTitles } from '../../../config/platforms.js';
import { Language } from '../../../leaderboard/dto/language.response.js';
import { LeaderboardMonth } from '../../../leaderboard/dto/leaderboard-month.response.js';
import { SelectProps } from './list-form.js';
import { listSizes } from './list.query.js';

const monthAndYear = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns a month such as `2026-10` in words. */
export function monthInWords(month: string): string {
  return monthAndYear.format(new Date(`${month}-01T00:00:00Z`));
}

/** A form field with the months that have a board. */
export function monthSelect(months: readonly LeaderboardMonth[], chosen = ''): SelectProps {
  const options = months.map(({ month }) => [month, monthInWords(month)] as const);
  return { name: 'month', label: 'Month', chosen, options: [['', 'Last days'], ...options] };
}

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

/** A form field with the platforms. Empty if all channels are on one platform. */
export function platformSelect(known: readonly PlatformName[], chosen: PlatformName | undefined): SelectProps[] {
  if (known.length < 2 && chosen === undefined) return [];
  const options = platforms.map((platform) => [platform, platformTitles[platform]] as const);
  return [{ name: 'platform', label: 'Platform', chosen: chosen ?? '', options: [['', 'All'], ...options] }];
}

/** The number of rows in a form. */
export function sizeSelect(limit: number): SelectProps {
  return {
    ...{ name: 'limit', label: 'Rows', chosen: String(limit) },
    options: listSizes.map((size) => [String(size), String(size)]),
  };
}
