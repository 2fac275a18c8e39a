import { folded } from '#domain/text/unicode.ts';
import { hasSeveralColumns, type ImportField, type Mapping } from './fields.ts';

/**
 * The headings of the common tax programs (Drake, Lacerte, ProSeries, UltraTax CS, TaxSlayer Pro, TaxWise, ATX, CCH
 * Axcess, TaxAct) and of spreadsheets, folded, without the words for the taxpayer and the spouse.
 */
const SYNONYMS: Readonly<Partial<Record<ImportField, string>>> = {
  name: `name, full name, display name, mailing name, name line, name line 1, return name, name control full,
    name entity name, names, nombre completo, sort name, last first, last name first name`,
  firstName: `first name, first, fname, f name, given name, first nm, nombre, first name 1,
    first name initial, first name and initial`,
  middleName: 'middle name, middle initial, middle, mi, m i, init, initial, first name mi',
  lastName: `last name, last, lname, l name, surname, family name, last nm, apellido, apellidos, last name 1,
    last name business name, last name entity name`,
  suffix: 'suffix, name suffix, jr sr, generation, suf, title suffix',
  businessName: `business name, business, company, company name, entity name, corporation name, dba,
    organization, organization name, firm name, partnership name, corporation, trust name, name of entity,
    fiduciary name, name of fiduciary, name of trust, name of estate, estate name, nombre del negocio,
    negocio, empresa`,
  kind: `type, return type, type of return, entity type, entity, form, tax type, form type, tax form, return,
    module, package, product, type of entity, tipo, return form, kind`,
  email: `email, e mail, email address, e mail address, email 1, e mail 1, home email, personal email,
    email id, correo, correo electronico, contact email, e mail addr`,
  mobilePhone: `cell, cell phone, cell number, cell phone number, cell no, mobile, mobile phone,
    mobile number, mobile phone number, cellular, cellular phone, celular, text number, mobile telephone,
    cell telephone`,
  phone: `phone, phone number, phone no, phone 1, telephone, telephone number, tel, home phone,
    home phone number, home telephone, home number, day phone, daytime phone, day telephone,
    daytime telephone, evening telephone, daytime message phone, day evening phone, evening phone,
    contact phone, main phone, telefono, ph, home ph, preferred phone`,
  workPhone: `work phone, work phone number, work number, work telephone, business phone, office phone,
    business telephone, work, phone 2, other phone`,
  street: `address, street, street address, address 1, address line 1, addr, addr 1, street 1,
    mailing address, mailing address 1, home address, residence address, present home address, mailing street,
    direccion, full address, business address, current address`,
  apartment: `apt, apartment, apt no, apt number, apt num, apartment number, unit, suite, apt suite,
    suite apt, address 2, address line 2, addr 2, street 2, mailing address 2, apt unit, room suite`,
  city: 'city, town, city town, city name, mailing city, ciudad, city or town, home city',
  state: 'state, st, us state, state code, mailing state, estado, state province, home state',
  zip: `zip, zip code, zipcode, postal code, postal, zip 4, zip plus 4, mailing zip, mailing zip code,
    zip postal code, codigo postal, home zip, zip cd`,
  cityStateZip: `city state zip, city st zip, city state zip code, city state and zip, csz,
    city state and zip code, city state postal code`,
  taxId: `ssn, ssn ein, ein ssn, tin, itin, ssn itin, ssn tin, social security, social security number,
    social security no, soc sec, soc sec no, tax id, taxid, tax id number, tax identification number,
    federal tax id, identification number, identifying number, id number, last 4, last four, last 4 ssn,
    last four ssn, last 4 of ssn, ssn last 4, ssn last four, ssn last 4 digits, last 4 digits of ssn, ssn 4,
    last 4 digits, tax id last 4, ssn or ein, masked ssn, tax id ssn ein, numero de seguro social,
    seguro social`,
  ein: `ein, fein, federal ein, federal id, federal id number, fed id, employer id, ein last 4,
    employer identification number`,
  language: 'language, preferred language, lang, language preference, idioma, spoken language',
  number: `number, no, id, code, account, account number, account no, file number, file no, reference number,
    key, file name, numero, id code, identifier, filename`,
};

const SPOUSE_FIELDS: Readonly<Partial<Record<ImportField, ImportField>>> = {
  name: 'spouseName',
  firstName: 'spouseFirstName',
  middleName: 'spouseMiddleName',
  lastName: 'spouseLastName',
  email: 'spouseEmail',
  phone: 'spousePhone',
  mobilePhone: 'spousePhone',
  workPhone: 'spouseWorkPhone',
};

const fieldOf = new Map<string, ImportField>([
  // "Taxpayer"
  ['', 'name'],
  ...Object.entries(SYNONYMS).flatMap(([field, words]) =>
    words.split(/,\s+/).map((word) => [word, field as ImportField] as const),
  ),
]);

const TAXPAYER = new Set('taxpayer taxpayers tp primary client clients filer contribuyente'.split(' '));
const SPOUSE = new Set('spouse spouses sp secondary conyuge'.split(' '));
const MAX_HEADING = 80;

/** A heading as words: "TPFirstName", "Taxpayer's First Name", and "TP_First_Name:" are the same. */
function wordsOf(heading: string): string[] {
  const apart = heading
    .slice(0, MAX_HEADING)
    .replace(/[’']s\b/g, '')
    .replace(/([a-z])([A-Z0-9])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replace(/\bE Mail\b/g, 'Email');
  return folded(apart)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** What a column with this heading is; null if it isn't known. */
export function fieldWithHeading(heading: string): ImportField | null {
  const words = wordsOf(heading);
  if (words.length === 0) return null;
  // A client's "ID" is a number of the program; the taxpayer's is a tax number.
  const isTaxpayers = words.some((word) => TAXPAYER.has(word));
  const isSpouses = words.some((word) => SPOUSE.has(word));
  const rest = words.filter(
    (word) => !TAXPAYER.has(word) && !SPOUSE.has(word) && (!isSpouses || word !== 'and'),
  );
  const base = rest.join(' ');
  const field =
    base === 'id' && isTaxpayers && !words.includes('client') ? 'taxId' : (fieldOf.get(base) ?? null);
  if (!isSpouses || (isTaxpayers && field === 'name')) return field;
  return (field && SPOUSE_FIELDS[field]) ?? null;
}

const TAX_ID_HEADING = /\b(?:ssn|social|soc sec|ein|fein|itin|tin|tax id|taxid|seguro)\b/;

/** Whether a column has tax numbers, of anyone. */
export function saysTaxId(heading: string): boolean {
  const field = fieldWithHeading(heading);
  return TAX_ID_HEADING.test(wordsOf(heading).join(' ')) || field === 'taxId' || field === 'ein';
}

/** Most fields once: the first column with it. */
export function mappingOf(headings: readonly string[]): Mapping {
  const taken = new Set<ImportField>();
  return headings.map((heading) => {
    const field = fieldWithHeading(heading);
    if (!field || (taken.has(field) && !hasSeveralColumns(field))) return null;
    taken.add(field);
    return field;
  });
}

/** Titles and dates may stand above the headings. */
const ROWS_TO_SEARCH = 15;

/** The row with the most known headings; the first one if none has any. */
export function headingRow(rows: readonly { cells: readonly string[] }[]): number {
  const counts = rows
    .slice(0, ROWS_TO_SEARCH)
    .map(({ cells }) => mappingOf(cells).filter((field) => field !== null).length);
  const most = Math.max(0, ...counts);
  return most === 0 ? 0 : counts.indexOf(most);
}
