import { isBusinessName, isSuffix, isTitle } from '#domain/contact/names.ts';
import {
  clean,
  emailIn,
  kindIn,
  languageIn,
  phoneIn,
  placeIn,
  type Read,
  stateIn,
  textIn,
  wholeAddressIn,
  zipIn,
} from './cells.ts';
import type { ImportField, Mapping } from './fields.ts';
import { identityOf } from './identity.ts';
import type { Address, Contact, ImportedClient } from './imported-client.ts';
import { hasTwoNames, inPrintedCase, namesIn, type People, type PersonName } from './names.ts';
import { last4Of } from './tax-ids.ts';

/** Values that were left out, because they can't be what the column says. */
export type LeftOut = 'email' | 'phone' | 'zip' | 'address' | 'spouse' | 'suffix';

export type RowRead =
  | { client: ImportedClient; leftOut: readonly LeftOut[] }
  | { refused: 'no_name' | 'name_too_long' };

const MAX_NAME = 200;
const IS_NAME = /[\p{L}\d]/u;

/** The client in a row, or why there is none. */
export function clientIn(row: number, cells: readonly string[], mapping: Mapping): RowRead {
  const cell = (field: ImportField) =>
    cells.find((text, column) => mapping[column] === field && text.trim() !== '') ?? '';
  const leftOut: LeftOut[] = [];
  const orLeaveOut = (read: Read, what: LeftOut): string => {
    if (read === null && !leftOut.includes(what)) leftOut.push(what);
    return read ?? '';
  };

  const business = businessIn(cell);
  const people = peopleIn(cell, business?.from ?? null);
  const isBusiness = business !== null;
  const name: PersonName = isBusiness ? { first: '', last: business.name } : people.person;
  if (!IS_NAME.test(name.first + name.last)) return { refused: 'no_name' };
  if (name.first.length > MAX_NAME || name.last.length > MAX_NAME) return { refused: 'name_too_long' };

  // Kept out of the name: names are never changed later, and some lists have anything in this column.
  const suffix = clean(cell('suffix'));
  if (!isBusiness && IS_NAME.test(suffix) && !isSuffix(suffix) && !isTitle(suffix))
    orLeaveOut(null, 'suffix');

  const contacts: Contact[] = [];
  const other = isBusiness ? people.person : people.spouse;
  if (other && IS_NAME.test(other.first + other.last)) {
    if (other.first.length + other.last.length > MAX_NAME) orLeaveOut(null, 'spouse');
    else {
      contacts.push({
        relation: isBusiness ? 'owner' : 'spouse',
        first_name: other.first,
        last_name: other.last,
        email: isBusiness ? '' : orLeaveOut(emailIn(cell('spouseEmail')), 'email'),
        phone: isBusiness
          ? ''
          : orLeaveOut(firstPhone([cell('spousePhone'), cell('spouseWorkPhone')]), 'phone'),
      });
    }
  }
  const [taxId, ein] = [last4Of(cell('taxId')), last4Of(cell('ein'))];
  const client = {
    row,
    kind: isBusiness ? 'business' : contacts.length > 0 ? 'couple' : 'person',
    first_name: name.first,
    last_name: name.last,
    email: orLeaveOut(emailIn(cell('email')), 'email'),
    phone: orLeaveOut(firstPhone([cell('mobilePhone'), cell('phone'), cell('workPhone')]), 'phone'),
    language: languageIn(cell('language')),
    address: addressIn(cell, orLeaveOut),
    contacts,
    tax_id_last4: isBusiness ? (ein ?? taxId) : (taxId ?? ein),
  } as const;
  return { client: { ...client, key: identityOf(client, clean(cell('number'))) }, leftOut };
}

type CellOf = (field: ImportField) => string;

const noName: PersonName = { first: '', last: '' };

/** The people of a row. Names in their own columns come before the one in a single cell. */
function peopleIn(cell: CellOf, businessColumn: ImportField | null): People {
  const whole = businessColumn === 'name' ? '' : clean(cell('name'));
  const first = joined(cell('firstName'), cell('middleName'));
  // Some lists have titles in the same column: "Mrs."
  const suffix = clean(cell('suffix'));
  const last = businessColumn === 'lastName' ? '' : joined(cell('lastName'), isSuffix(suffix) ? suffix : '');
  const read = readPeople(first, last, whole);
  const spouse = spouseIn(cell, read.person.last) ?? read.spouse;
  return { person: inPrintedCase(read.person), spouse: spouse && inPrintedCase(spouse) };
}

function readPeople(first: string, last: string, whole: string): People {
  // "John & Mary" in the column of first names.
  if (last !== '' && hasTwoNames(first)) return namesIn(`${last}, ${first}`);
  if (first + last !== '') return { person: { first, last }, spouse: null };
  return whole === '' ? { person: noName, spouse: null } : namesIn(whole);
}

function spouseIn(cell: CellOf, sharedLast: string): PersonName | null {
  const first = joined(cell('spouseFirstName'), cell('spouseMiddleName'));
  const last = clean(cell('spouseLastName'));
  if (first !== '') return { first, last: last || sharedLast };
  const whole = clean(cell('spouseName'));
  if (whole === '') return null;
  const { person } = namesIn(whole);
  return person.first === '' ? { first: person.last, last: sharedLast } : person;
}

/** The business that a row is about; null if it is about people. */
function businessIn(cell: CellOf): { name: string; from: 'businessName' | 'name' | 'lastName' } | null {
  const kind = kindIn(cell('kind'));
  if (kind === 'person') return null;
  const isBusiness = (name: string) => name !== '' && (kind === 'business' || isBusinessName(name));
  const named = clean(cell('businessName'));
  if (named !== '') return { name: named, from: 'businessName' };
  const whole = clean(cell('name'));
  if (isBusiness(whole)) return { name: whole, from: 'name' };
  const last = clean(cell('lastName'));
  const isAlone = clean(cell('firstName')) === '' && whole === '';
  return isAlone && isBusiness(last) ? { name: last, from: 'lastName' } : null;
}

const joined = (...cells: string[]): string =>
  cells
    .map(clean)
    .filter((text) => text !== '')
    .join(' ');

/** The first usable one; null if there are only unusable ones. */
function firstPhone(cells: readonly string[]): Read {
  const reads = cells.map(phoneIn);
  return reads.find((read) => read) ?? (reads.includes(null) ? null : '');
}

function addressIn(cell: CellOf, orLeaveOut: (read: Read, what: LeftOut) => string): Address {
  const together = clean(cell('cityStateZip'));
  const hasPlace = together + clean(cell('city')) + clean(cell('zip')) !== '';
  const whole = hasPlace ? null : wholeAddressIn(cell('street'));
  const place = whole ?? (together === '' ? null : placeIn(together));
  const address = {
    street: whole?.street ?? orLeaveOut(textIn(cell('street')), 'address'),
    apartment: orLeaveOut(textIn(cell('apartment')), 'address'),
    city: place?.city ?? orLeaveOut(textIn(together || cell('city')), 'address'),
    state: place?.state ?? orLeaveOut(stateIn(cell('state')), 'address'),
    zip: place?.zip ?? orLeaveOut(zipIn(cell('zip')), 'zip'),
  };
  return Object.fromEntries(Object.entries(address).filter(([, value]) => value !== ''));
}
