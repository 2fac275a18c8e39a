import { expect, test } from 'vitest';
import { hasName, type ImportField, withField } from './fields.ts';
import { fieldWithHeading, headingRow, mappingOf, saysTaxId } from './headings.ts';

test.each<[string, ImportField | null]>([
  ['Taxpayer First Name', 'firstName'],
  ['TP_First_Name', 'firstName'],
  ['TPFirstName', 'firstName'],
  ['Taxpayer’s Last Name:', 'lastName'],
  ['Spouse First', 'spouseFirstName'],
  ['SpouseEMail', 'spouseEmail'],
  ['Taxpayer/Spouse Name', 'name'],
  ['Taxpayer and Spouse', 'name'],
  ['Taxpayer', 'name'],
  ['Client', 'name'],
  ['Client ID', 'number'],
  ['Taxpayer ID', 'taxId'],
  ['SSN/EIN', 'taxId'],
  ['Spouse SSN', null],
  ['Federal ID Number', 'ein'],
  ['Spouse Work Phone', 'spouseWorkPhone'],
  ['First Initial', null],
  ['Primary E-mail', 'email'],
  ['Address1', 'street'],
  ['City, State ZIP', 'cityStateZip'],
  ['Zip+4', 'zip'],
  ['Taxpayer Cell Phone', 'mobilePhone'],
  ['Dirección', 'street'],
  ['Código postal', 'zip'],
  ['Return Type', 'kind'],
  ['Refund', null],
  ['', null],
])('"%s" is %s', (heading, field) => {
  expect(fieldWithHeading(heading)).toBe(field);
});

test('knows columns of tax numbers', () => {
  const headings = [
    'SSN',
    'Spouse SSN',
    'Dependent 1 SSN',
    'Tax ID',
    'Fed ID',
    'Phone',
    'Business',
    'Single',
  ];
  expect(headings.map(saysTaxId)).toEqual([true, true, true, true, true, false, false, false]);
});

test('maps each field once', () => {
  expect(mappingOf(['Email', 'E-mail', 'Phone', 'City'])).toEqual(['email', null, 'phone', 'city']);
  expect(mappingOf(['SSN', 'ITIN', 'EIN', 'FEIN'])).toEqual(['taxId', 'taxId', 'ein', null]);
});

test('finds the headings below a title', () => {
  const rows = [['Client List'], ['Printed', '11/23/2026'], ['Last Name', 'First Name'], ['Name', 'Email']];
  expect(headingRow(rows.map((cells) => ({ cells })))).toBe(2);
  expect(headingRow([{ cells: ['a'] }, { cells: ['b'] }])).toBe(0);
  expect(headingRow([])).toBe(0);
});

test('moves a field to another column', () => {
  const mapping = withField(['email', 'phone', null], 2, 'email');
  expect(mapping).toEqual([null, 'phone', 'email']);
  expect(withField(mapping, 1, null)).toEqual([null, null, 'email']);
  expect([hasName(mapping), hasName(withField(mapping, 0, 'name'))]).toEqual([false, true]);
});
