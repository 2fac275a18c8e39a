/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newClientForm, validForm } from '#tests/support/forms/tax-forms.ts';
import { readAnswers } from '../answers.ts';
import { changedAnswers } from './changes.ts';

const changed = (after: object) => changedAnswers(readAnswers(newClientForm), readAnswers(after));

test('a form has no changes to itself', () => {
  fc.assert(
    fc.property(validForm(2025), (form) => {
      expect(changedAnswers(readAnswers(form), readAnswers(form))).toEqual([]);
    }),
  );
});

test('a changed, an added, and a removed answer are changes', () => {
  const { briefDescription: _, ...rest } = newClientForm;
  expect(changed({ ...rest, city: 'Hamden', addressLine2: 'Apt 3' }).sort()).toEqual([
    'addressLine2',
    'briefDescription',
    'city',
  ]);
});

test('a number is a change even if its last digits are the same', () => {
  expect(changed({ ...newClientForm, ssn: '124-45-6789' })).toEqual(['ssn']);
});

test('a list of choices is compared by its choices', () => {
  expect(changed({ ...newClientForm, healthInsuranceTypes: ['Through Work'] })).toEqual([
    'healthInsuranceTypes',
  ]);
});

test('a removed dependent changes every answer at its place', () => {
  const [ana] = newClientForm.dependents;
  const paths = changed({ ...newClientForm, dependents: [ana] });
  expect(paths).toContain('dependents.1.ssn');
  expect(paths.filter((path) => path.startsWith('dependents.0.'))).toEqual([]);
});
