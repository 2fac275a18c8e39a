/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { newClientForm, validForm } from '#tests/support/forms/tax-forms.ts';
import { readAnswers } from '../answers.ts';
import { differences, joined } from './differences.ts';

const between = (mine: unknown, theirs: unknown) =>
  differences(readAnswers(mine), readAnswers(theirs), englishReader.t);
const [ana, rosa] = newClientForm.dependents;

test('a form has no differences to itself', () => {
  fc.assert(
    fc.property(validForm(2025), (form) => {
      expect(between(form, form)).toEqual([]);
    }),
  );
});

test('shows both answers in words, and numbers whole', () => {
  expect(
    between(newClientForm, { ...newClientForm, businessPartners: '2', ssn: '124-45-6789', occupation: '' }),
  ).toMatchObject([
    { key: 'ssn', mine: '123-45-6789', theirs: '124-45-6789' },
    { key: 'occupation', question: 'Occupation', mine: 'Nurse', theirs: '' },
    { key: 'businessPartners', section: 'business', mine: 'Just me', theirs: '2' },
  ]);
});

test('leaves out what neither version asks', () => {
  const mine = { ...newClientForm, businessTaxes: 'no' };
  expect(between(mine, { ...mine, businessName: 'Other LLC' })).toEqual([]);
  expect(between(newClientForm, mine).map(({ key }) => key)).toContain('businessTaxes');
});

test('names all dependents as one, with what differs', () => {
  const [difference] = between(newClientForm, {
    ...newClientForm,
    dependents: [{ ...ana, relationship: 'Other' }],
  });
  expect(difference).toMatchObject({ key: 'dependents', section: 'dependents' });
  expect(difference?.mine.split('\n')[0]).toMatch(/^Ana Lopez\. Relationship.*: Daughter$/);
  expect(difference?.mine.split('\n')[1]).toMatch(new RegExp(`^${rosa?.firstName} `));
  expect(difference?.theirs).toMatch(/^Ana Lopez\. Relationship.*: Other$/);
});

test('joining takes what was chosen, and leaves no difference to the other version when all is chosen', () => {
  fc.assert(
    fc.property(validForm(2025), validForm(2025), (one, other) => {
      const [mine, theirs] = [readAnswers(one), readAnswers(other)];
      const all = differences(mine, theirs, englishReader.t).map(({ key }) => key);
      expect(joined(mine, theirs, new Set())).toEqual(mine);
      for (const key of all) expect(joined(mine, theirs, new Set([key]))[key]).toEqual(theirs[key]);
      const both = joined(mine, theirs, new Set(all));
      expect(differences(both, theirs, englishReader.t)).toEqual([]);
    }),
  );
});
