import Negotiator from 'negotiator';
import { ListForm, listForms, listTypes } from './list-form.js';
import { readableList } from './readable-list.js';

const offered = ['application/json; charset=utf-8', ...listForms.map((form) => listTypes[form])];

/**
 * The form of a list that an `Accept` prefers; undefined for JSON, which is also for clients that accept none of the forms. Only
 * a header that names CSV or NDJSON gets them: `text/*` has got JSON before there was CSV.
 */
export function acceptedForm(header: string | undefined): ListForm | undefined {
  const accept = readableList(header ?? '');
  if (!/csv|ndjson/i.test(accept)) return undefined;
  const [best] = new Negotiator({ headers: { accept } }).mediaTypes(offered);
  return listForms.find((form) => listTypes[form] === best);
}
