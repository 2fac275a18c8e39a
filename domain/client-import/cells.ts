import { isAccountEmail } from '#domain/contact/email.ts';
import { formatPhone, isWholePhone } from '#domain/contact/phone.ts';
import { stateCode } from '#domain/tax-form/choices.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { normalizeCut } from '#domain/text/unicode.ts';

/** What the tables take at most. */
const MAX = { text: 200, email: 255, foreignPhone: 40, zip: 20, cell: 1_000 };

/** One line of text, with single spaces, without characters that can't be seen or stored. */
export function clean(cell: string): string {
  const visible = cell
    .slice(0, MAX.cell)
    .replace(/,?[\r\n]+/g, ', ')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ');
  return normalizeCut(withoutHidden(visible), MAX.cell).replace(/\s+/gu, ' ').trim();
}

/** A value of the row; null if there was something that can't be used. */
export type Read<Value = string> = Value | null;

export function textIn(cell: string): Read {
  const text = clean(cell);
  return text.length > MAX.text ? null : text;
}

/** The first address in a cell that may have several. */
export function emailIn(cell: string): Read {
  const text = clean(cell);
  if (!/[\p{L}\d]/u.test(text) || /^(?:none|no|n\/?a)$/i.test(text)) return '';
  const found = text.split(/[\s;,<>]+/).find((part) => part.length <= MAX.email && isAccountEmail(part));
  return found?.toLowerCase() ?? null;
}

const EXTENSION = /\s*(?:x|ext\.?|extension)\s*(\d{1,6})$/i;

/** A US number in the office's format, with its extension; a number with another country's code as it is. */
export function phoneIn(cell: string): Read {
  const text = clean(cell);
  if (/^\D*0*\D*$/.test(text) || /^\D*0{3}\D*0{3}\D*0{4}\D*$/.test(text)) return '';
  if (/^\+(?!1)/.test(text)) return text.length > MAX.foreignPhone ? null : text;
  const number = text.replace(EXTENSION, '');
  if (!isWholePhone(number)) return null;
  const extension = EXTENSION.exec(text)?.[1];
  return formatPhone(number) + (extension === undefined ? '' : ` x${extension}`);
}

/** Five or nine digits, with the zero that spreadsheets take off; other countries' codes as they are. */
export function zipIn(cell: string): Read {
  const text = clean(cell);
  const digits = text.replace(/[-\s]/g, '');
  if (/^0*$/.test(digits)) return '';
  if (/^\d{3,5}$/.test(digits)) return digits.padStart(5, '0');
  if (/^\d{7,9}$/.test(digits)) {
    const nine = digits.padStart(9, '0');
    return nine.endsWith('0000') ? nine.slice(0, 5) : `${nine.slice(0, 5)}-${nine.slice(5)}`;
  }
  return text.length > MAX.zip || /^\d+$/.test(digits) ? null : text;
}

export interface Place {
  city: string;
  state: string;
  zip: string;
}

const LAST_LINE = /^(.*\S)[\s,]+([A-Za-z]{2})\.?[\s,]+(\d{5}(?:[-\s]?\d{4})?)$/;

/** "Hartford, CT 06103-1234"; null if it is written otherwise. */
export function placeIn(cell: string): Read<Place> {
  const found = LAST_LINE.exec(clean(cell).slice(0, MAX.text));
  if (!found) return null;
  const [, city = '', state = '', zip = ''] = found;
  return { city: city.replace(/,+$/, '').trim(), state: state.toUpperCase(), zip: zipIn(zip) ?? '' };
}

/** "12 Elm St, Apt 3, Hartford, CT 06103" as street and place; null if the place isn't in it. */
export function wholeAddressIn(cell: string): Read<Place & { street: string }> {
  const place = placeIn(cell);
  const cut = place?.city.lastIndexOf(',') ?? -1;
  if (!place || cut < 0) return null;
  return { ...place, street: place.city.slice(0, cut).trim(), city: place.city.slice(cut + 1).trim() };
}

export function stateIn(cell: string): Read {
  const text = textIn(cell);
  return text && (stateCode(text) ?? (text.length === 2 ? text.toUpperCase() : text));
}

/** English unless the list says Spanish. */
export function languageIn(cell: string): 'en' | 'es' {
  return /^(?:es|esp|sp|spa|spanish|espa[nñ]ol)$/i.test(clean(cell)) ? 'es' : 'en';
}

const BUSINESS_KIND =
  /\b(?:1120\w*|1065\w*|1041\w*|990\w*|706\w*|709\w*|corp\w*|[sc] ?-?corp\w*|partner\w*|business|bus|compan\w*|llc|llp|fiduciary|trust|estate|exempt|nonprofit|non-profit|entity|organization|negocio|empresa|b|c|s|p|f)\b/i;
const PERSON_KIND = /\b(?:1040\w*|ind|indiv\w*|person\w*|single|joint|married|mfj|mfs|hoh|qss|i)\b/i;

/** What a list says about the kind of a client or its return: "1120S", "Individual", "I". */
export function kindIn(cell: string): 'person' | 'business' | null {
  const text = clean(cell);
  if (PERSON_KIND.test(text)) return 'person';
  return BUSINESS_KIND.test(text) ? 'business' : null;
}
