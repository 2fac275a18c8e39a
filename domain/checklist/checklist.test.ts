/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maskedForm } from '#domain/tax-form/sensitive.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { existingClientForm, newClientForm, validForm } from '#tests/support/forms/tax-forms.ts';
import { checklistFor } from './checklist.ts';
import { onlyIfAny, titleInWords } from './rules.ts';

/** Item ids, with the first name in place of a dependent's hash. */
function ids(saved: object): string[] {
  return checklistFor(saved).map(({ id, whose, name }) =>
    whose === 'dependent' ? `${id.split(':')[0]} of ${name.split(' ')[0]}` : id,
  );
}

const shortest = ['photo-id', 'w-2', '1099', 'health-insurance'];
const [ana, rosa] = newClientForm.dependents;

test('a new client with spouse, dependents, business and direct deposit', () => {
  expect(ids(newClientForm)).toEqual([
    'photo-id',
    'photo-id:spouse',
    'ssn-card',
    'ssn-card:spouse',
    'prior-return',
    'w-2',
    'w-2:spouse',
    '1099',
    '1099:spouse',
    'health-insurance',
    'ssn-card of Ana',
    'birth-certificate of Ana',
    'daycare of Ana',
    'ssn-card of Rosa',
    'birth-certificate of Rosa',
    'disability of Rosa',
    'bank-proof',
    'business-books',
    'ein-letter',
    'business-prior-return',
  ]);
});

test('an existing client without changes', () => {
  expect(ids(existingClientForm)).toEqual(shortest);
});

const business = {
  businessTaxes: 'yes',
  businessType: 'LLC',
  businessName: 'Shop',
  businessEin: '061234567',
  businessState: 'CT',
  businessPartners: '2',
};

/** What each answer adds to the list of the existing client, or removes from it. */
const cases: [answer: string, change: object, added: string[], removed: string[]][] = [
  ['a new address', { addressDifferent: 'yes' }, ['proof-of-address'], []],
  ['crypto', { cryptocurrency: 'yes' }, ['crypto'], []],
  ['Obamacare', { obamacare: 'yes' }, ['1095-a'], []],
  [
    'insurance of the Marketplace',
    { healthInsuranceTypes: ['Marketplace HealthCare.gov (1095-A Form)'] },
    ['1095-a'],
    ['health-insurance'],
  ],
  [
    'insurance called Obamacare',
    { healthInsuranceTypes: ['Obamacare (1095-A Form)'] },
    ['1095-a'],
    ['health-insurance'],
  ],
  ['Mass Health', { healthInsuranceTypes: ['Mass Health'] }, ['mass-health'], ['health-insurance']],
  ['Husky', { healthInsuranceTypes: ['Husky'] }, [], []],
  ['insurance through work', { healthInsuranceTypes: ['Through Work'] }, [], []],
  ['direct deposit', { directDeposit: 'yes' }, ['bank-proof'], []],
  ['direct deposit maybe later', { directDeposit: 'maybe-later' }, [], []],
  ['a business', business, ['business-books', 'ein-letter'], []],
  ['a changed status', { filingStatusChanged: 'yes', filingStatus: 'Single' }, ['status-proof'], []],
  [
    'married since, filing jointly',
    { filingStatusChanged: 'yes', filingStatus: 'Married Filing Jointly' },
    ['status-proof', 'photo-id:spouse', 'ssn-card:spouse', 'w-2:spouse', '1099:spouse'],
    [],
  ],
  [
    'married since, filing separately',
    { filingStatusChanged: 'yes', filingStatus: 'Married Filing Separately' },
    ['status-proof', 'ssn-card:spouse'],
    [],
  ],
  [
    'a spouse in a question that is hidden again',
    { filingStatus: 'Married Filing Jointly', spouseName: 'José' },
    [],
    [],
  ],
  [
    'a new dependent',
    { newDependents: 'yes', dependents: [ana] },
    ['ssn-card of Ana', 'birth-certificate of Ana', 'daycare of Ana'],
    [],
  ],
  ['dependents that are not new', { dependents: [ana] }, [], []],
  ['a new client', { isNew: 'yes' }, ['ssn-card', 'prior-return'], []],
];

describe('the list depends on the answers', () => {
  test.each(cases)('%s', (_, change, added, removed) => {
    const list = ids({ ...existingClientForm, ...change });
    const expected = [...shortest.filter((id) => !removed.includes(id)), ...added];
    expect(list.toSorted()).toEqual(expected.toSorted());
  });
});

describe('ids', () => {
  test('do not change when another dependent is removed, and differ for equal names', () => {
    const both = checklistFor(newClientForm).map(({ id }) => id);
    const one = checklistFor({ ...newClientForm, dependents: [rosa] }).map(({ id }) => id);
    expect(both).toEqual(expect.arrayContaining(one));
    const twice = checklistFor({ ...newClientForm, dependents: [ana, ana] }).map(({ id }) => id);
    expect(new Set(twice).size).toBe(twice.length);
  });

  test('are unique, short and plain for any form, and the same for its masked copy', () => {
    fc.assert(
      fc.property(validForm(2026), (form) => {
        const items = checklistFor(form);
        expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
        for (const { id } of items) expect(id).toMatch(/^[a-z0-9][a-z0-9:._-]{0,99}$/);
        expect(checklistFor(maskedForm(form))).toEqual(items);
      }),
    );
  });
});

test('finds a title by its English text, so that a mail has it in the language of the client', async () => {
  const { en, es } = await loadReaders();
  const inSpanish = (title: string) => titleInWords(title, en.t, es.t);
  expect(inSpanish('Photo ID')).toBe('Identificación con foto');
  expect(inSpanish('Birth certificate: Ana Lopez')).toBe('Acta de nacimiento: Ana Lopez');
  expect(inSpanish('Letter 6419 from the IRS')).toBe('Letter 6419 from the IRS');
  for (const { title } of checklistFor(newClientForm)) {
    expect(inSpanish(en.t(title))).toBe(es.t(title));
    expect(inSpanish(en.t(onlyIfAny(en.t(title))))).toBe(es.t(onlyIfAny(es.t(title))));
  }
});

test('each item has a title and a reason', () => {
  const items = checklistFor(newClientForm);
  expect(items).not.toEqual([]);
  for (const { title, why } of items) {
    expect(englishReader.t(title).length).toBeGreaterThan(5);
    expect(englishReader.t(why)).toMatch(/\.$/);
  }
});
