/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clientIn } from './client-row.ts';
import { type ImportField, importFields } from './fields.ts';
import type { ImportedClient } from './imported-client.ts';
import { namesIn } from './names.ts';

/** The client in a row with these cells. */
function read(row: Partial<Record<ImportField, string>>) {
  return clientIn(2, Object.values(row), Object.keys(row) as ImportField[]);
}

function clientOf(row: Partial<Record<ImportField, string>>): ImportedClient {
  const found = read(row);
  if ('refused' in found) throw new Error(found.refused);
  return found.client;
}

const person = (first: string, last: string) => ({ first, last });

test.each([
  ['Smith, John', person('John', 'Smith'), null],
  ['Smith, John A & Mary', person('John A', 'Smith'), person('Mary', 'Smith')],
  ['Smith, John & Jones, Mary', person('John', 'Smith'), person('Mary', 'Jones')],
  ['Smith Jr., John', person('John', 'Smith Jr.'), null],
  ['Smith, John, Jr', person('John', 'Smith Jr'), null],
  ['John Smith', person('John', 'Smith'), null],
  ['John E Smith III', person('John E', 'Smith III'), null],
  ['John & Mary Smith', person('John', 'Smith'), person('Mary', 'Smith')],
  ['John A. and Mary Smith', person('John A.', 'Smith'), person('Mary', 'Smith')],
  ['John Smith & Mary Jones', person('John', 'Smith'), person('Mary', 'Jones')],
  ['Juan y María de la Cruz', person('Juan', 'de la Cruz'), person('María', 'de la Cruz')],
  ['John Smith / Mary', person('John', 'Smith'), person('Mary', 'Smith')],
  ['Smith', person('', 'Smith'), null],
  [' & ', person('', ''), null],
])('takes "%s" apart', (cell, who, spouse) => {
  expect(namesIn(cell.trim())).toEqual({ person: who, spouse });
});

describe('a row', () => {
  test('becomes a couple', () => {
    expect(
      clientOf({
        firstName: 'MARIA',
        middleName: 'L',
        lastName: "O'NEIL-DIAZ",
        suffix: 'Mrs.',
        spouseFirstName: 'JO',
        spouseEmail: 'Jo@Example.com',
        email: 'Maria@Example.com; other@example.com',
        mobilePhone: '',
        phone: '1 (203) 555-0142 x12',
        street: '12 Elm St',
        apartment: '3',
        cityStateZip: 'New Haven, ct 065111234',
        taxId: '*****6789',
        language: 'Español',
        number: '1042',
      }),
    ).toEqual({
      row: 2,
      kind: 'couple',
      first_name: 'Maria L',
      last_name: "O'Neil-Diaz",
      email: 'maria@example.com',
      phone: '203-555-0142 x12',
      language: 'es',
      address: { street: '12 Elm St', apartment: '3', city: 'New Haven', state: 'CT', zip: '06511-1234' },
      contacts: [
        {
          relation: 'spouse',
          first_name: 'Jo',
          last_name: "O'Neil-Diaz",
          email: 'jo@example.com',
          phone: '',
        },
      ],
      tax_id_last4: '6789',
      key: JSON.stringify([
        ...['couple', 'maria l', "o'neil-diaz", 'maria@example.com', '203555014212', '6789', '06511', '1042'],
      ]),
    });
  });

  test.each([
    [{ businessName: 'Acme Foods' }, 'Acme Foods'],
    [{ name: 'Acme Foods, LLC' }, 'Acme Foods, LLC'],
    [{ lastName: 'ACME INC' }, 'ACME INC'],
    [{ name: 'Diaz Bakery', kind: '1120S' }, 'Diaz Bakery'],
  ])('becomes a business: %j', (row, last_name) => {
    expect(clientOf(row)).toMatchObject({ kind: 'business', first_name: '', last_name, contacts: [] });
  });

  test('keeps the owner of a business', () => {
    expect(clientOf({ businessName: 'Acme', firstName: 'Ana', lastName: 'Diaz' })).toMatchObject({
      kind: 'business',
      last_name: 'Acme',
      contacts: [{ relation: 'owner', first_name: 'Ana', last_name: 'Diaz' }],
    });
    expect(
      clientOf({ businessName: 'Acme', firstName: 'Ana', lastName: 'Diaz', kind: 'Individual' }),
    ).toMatchObject({ kind: 'person', last_name: 'Diaz' });
  });

  test('is a person where a last name is also a word for businesses', () => {
    expect(clientOf({ name: 'Church, Mary' })).toMatchObject({ kind: 'person', first_name: 'Mary' });
  });

  test.each([
    ['6103', '06103'],
    ['61031234', '06103-1234'],
    ['06103-0000', '06103'],
    ['K1A 0B1', 'K1A 0B1'],
  ])('reads the ZIP code %s', (cell, zip) => {
    expect(clientOf({ lastName: 'Diaz', zip: cell }).address).toEqual({ zip });
  });

  test('reads a whole address from one cell', () => {
    expect(clientOf({ lastName: 'Diaz', street: '12 Elm St, Apt 3\nHartford, CT 06103' }).address).toEqual({
      street: '12 Elm St, Apt 3',
      city: 'Hartford',
      state: 'CT',
      zip: '06103',
    });
  });

  test('leaves out what it can’t read, and says so', () => {
    const found = read({ lastName: 'Diaz', email: 'not an address', phone: '555-0142', zip: '12' });
    expect(found).toMatchObject({
      client: { email: '', phone: '', address: {} },
      leftOut: ['email', 'phone', 'zip'],
    });
    const titled = (suffix: string) => read({ firstName: 'Ana', lastName: 'Diaz', suffix });
    expect(titled('PhD')).toMatchObject({ client: { last_name: 'Diaz' }, leftOut: ['suffix'] });
    for (const title of ['Mrs.', 'Dra', '-']) {
      expect(titled(title)).toMatchObject({ client: { last_name: 'Diaz' }, leftOut: [] });
    }
    expect(titled('Jr')).toMatchObject({ client: { last_name: 'Diaz Jr' }, leftOut: [] });
    const blank = read({ lastName: 'Diaz', email: 'n/a', phone: '(   )   -', zip: '00000-0000' });
    expect(blank).toMatchObject({ leftOut: [] });
  });

  test.each([
    [{ lastName: 'Diaz', ein: '12-3456789', taxId: '123-45-1234' }, '1234'],
    [{ businessName: 'Acme', taxId: '123-45-1234', ein: '12-3456789' }, '6789'],
    [{ businessName: 'Acme', taxId: '98-7654321', ein: '00-0000000' }, '4321'],
  ])('has the SSN of a person and the EIN of a business: %j', (row, end) => {
    expect(clientOf(row).tax_id_last4).toBe(end);
  });

  test('takes the first phone that is one', () => {
    expect(clientOf({ lastName: 'D', mobilePhone: '12', workPhone: '2035550142' }).phone).toBe(
      '203-555-0142',
    );
    expect(clientOf({ lastName: 'D', phone: '+52 55 1234 5678' }).phone).toBe('+52 55 1234 5678');
    const spouse = { lastName: 'D', spouseFirstName: 'Jo', spouseWorkPhone: '2035550142' };
    expect(clientOf(spouse).contacts[0]?.phone).toBe('203-555-0142');
    expect(clientOf({ ...spouse, spousePhone: '2035550143' }).contacts[0]?.phone).toBe('203-555-0143');
  });

  test('is refused without a name, or with one that is too long', () => {
    expect(read({ name: ' - ', email: 'a@b.example' })).toEqual({ refused: 'no_name' });
    expect(read({ lastName: 'x'.repeat(201) })).toEqual({ refused: 'name_too_long' });
  });
});

test('wild cells never throw, and never go beyond what the tables take', () => {
  const fields = Object.keys(importFields) as ImportField[];
  const piece = fc.constantFrom(
    'Smith',
    ',',
    '&',
    ' y ',
    '\0',
    '\ud800',
    '\u202e',
    '"',
    '@',
    '.',
    '203',
    '-',
    'é',
    '\n',
  );
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.array(piece, { maxLength: 400 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(fc.array(cell, { minLength: fields.length, maxLength: fields.length }), (cells) => {
      const found = clientIn(1, cells, fields);
      if ('refused' in found) return;
      const { client } = found;
      const people = [client, ...client.contacts];
      const texts = [...people.flatMap((p) => [p.first_name, p.last_name]), ...Object.values(client.address)];
      expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(200);
      expect(Math.max(...people.map(({ phone }) => phone.length))).toBeLessThanOrEqual(40);
      expect(client.email.length).toBeLessThanOrEqual(255);
      expect(client.key.length).toBeLessThanOrEqual(2000);
      expect(client.tax_id_last4 ?? '0000').toMatch(/^\d{4}$/);
      expect(JSON.stringify(client)).not.toMatch(/\\u0000|\\ud[89a-f]/);
    }),
  );
});
