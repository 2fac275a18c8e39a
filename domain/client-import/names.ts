import { inLowerCase, inPrint, isSuffix } from '#domain/contact/names.ts';

/** Names of people as tax programs print them, often of two people in one cell. */

export interface PersonName {
  first: string;
  last: string;
}

export interface People {
  person: PersonName;
  spouse: PersonName | null;
}

/** A capital Y or E may be a middle initial. */
const AND = /\s*(?:&|\+|\/)\s*|\s+(?:[Aa]nd|AND|y)\s+/;
/** Words that belong to the last name behind them. */
const PARTICLE =
  /^(?:de|del|la|las|los|da|das|do|dos|di|du|van|von|der|den|ter|al|el|bin|ibn|st\.?|santa|san)$/i;
export function hasTwoNames(name: string): boolean {
  return AND.test(name);
}

/** "Smith, John A & Mary", "Smith, John & Jones, Mary". Two people share a last name if only one has it. */
export function namesIn(cell: string): People {
  const [whole = '', ...others] = cell.split(AND).filter((part) => part !== '');
  const second = others.join(' ');
  const person = whole.includes(',') ? lastFirst(whole) : firstLast(whole);
  if (second === '') return { person, spouse: null };
  if (whole.includes(',')) {
    const spouse = second.includes(',') ? lastFirst(second) : { first: second, last: person.last };
    return { person, spouse };
  }
  const spouse = second.includes(',') ? lastFirst(second) : firstLast(second);
  if (spouse.first === '') return { person, spouse: { first: spouse.last, last: person.last } };
  // "John A & Mary Smith"
  return /^\S+(?:\s+\p{L}\.?)?$/u.test(whole)
    ? { person: { first: whole, last: spouse.last }, spouse }
    : { person, spouse };
}

/** "Smith, John A" and "Smith, John, Jr". */
function lastFirst(text: string): PersonName {
  const [last = '', ...rest] = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const suffix = rest.findIndex((part) => isSuffix(part));
  const first = rest.filter((_, at) => at !== suffix).join(' ');
  return { first, last: suffix < 0 ? last : `${last} ${rest[suffix]}` };
}

/** "John A Smith Jr" and "Maria de la Cruz"; one word alone is a last name. */
function firstLast(text: string): PersonName {
  const words = text.split(' ').filter((word) => word !== '');
  let start = words.length - 1;
  if (start > 1 && isSuffix(words[start] ?? '')) start -= 1;
  while (start > 1 && PARTICLE.test(words[start - 1] ?? '')) start -= 1;
  const from = Math.max(0, start);
  return { first: words.slice(0, from).join(' '), last: words.slice(from).join(' ') };
}

/** Both names as they are printed in letters, if both are in capitals. */
export function inPrintedCase({ first, last }: PersonName): PersonName {
  const whole = `${first} ${last}`;
  return inPrint(whole) === whole ? { first, last } : { first: inLowerCase(first), last: inLowerCase(last) };
}
