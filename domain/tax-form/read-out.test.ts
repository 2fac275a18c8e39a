/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import {
  existingClientForm,
  newClientForm,
  plantedAnswers,
  validForm,
} from '#tests/support/forms/tax-forms.ts';
import { readOut } from './read-out.ts';
import { fitsMask, maskedAnswer, maskedForm, sensitiveAnswers, withoutMasked } from './sensitive.ts';

const items = (saved: unknown, options = {}) =>
  readOut(saved, options, englishReader.t).flatMap(({ items, dependents }) => [
    ...items,
    ...dependents.flat(),
  ]);

describe('readOut', () => {
  test('has each visible question with its answer as text', () => {
    const answers = Object.fromEntries(items(newClientForm).map(({ path, answer }) => [path, answer]));
    expect(answers).toMatchObject({
      isNew: 'Yes',
      state: 'Connecticut',
      dobMonth: 'July',
      filingStatus: 'Married Filing Jointly',
      primaryListed: 'This is our first time filing jointly',
      healthInsuranceTypes: 'Through Work, Husky',
      addressLine2: '',
      'dependents.1.monthsLived': '6',
      contactMethod: 'Text message',
    });
    expect(answers).not.toHaveProperty('addressDifferent');
    expect(answers).not.toHaveProperty('dependentClaimed');
  });

  test('masks sensitive answers of a complete and of a masked form', () => {
    for (const saved of [newClientForm, maskedForm(newClientForm)]) {
      const sensitive = items(saved).filter(({ sensitive }) => sensitive);
      expect(sensitive.map(({ path, answer }) => [path, answer])).toEqual([
        ['ssn', '***-**-6789'],
        ['businessEin', '**-***4321'],
        ['spouseSSN', '***-**-4321'],
        ['dependents.0.ssn', '***-**-4455'],
        ['dependents.1.ssn', '***-**-5566'],
        ['routingNumber', '****0015'],
        ['accountNumber', '****0011'],
      ]);
    }
  });

  test('shows them for the client’s copy', () => {
    const shown = items(newClientForm, { sensitive: 'shown' }).find(({ path }) => path === 'ssn');
    expect(shown?.answer).toBe('123-45-6789');
  });

  test('has only name and relationship of dependents for staff', () => {
    const section = readOut(newClientForm, { dependents: 'brief' }, englishReader.t).find(
      ({ section }) => section === 'dependents',
    );
    expect(section?.dependents.map((one) => one.map(({ answer }) => answer))).toEqual([
      ['Ana', 'Lopez', 'Daughter'],
      ['Rosa', 'Vega', 'Mother'],
    ]);
  });

  test('has no empty section', () => {
    expect(readOut(existingClientForm, {}, englishReader.t).map(({ section }) => section)).toEqual([
      'you',
      'business',
      'filing',
      'health',
      'dependents',
      'bank',
      'finish',
    ]);
    expect(readOut(undefined, {}, englishReader.t).length).toBeGreaterThan(0);
  });
});

describe('maskedForm', () => {
  test('masks sensitive answers and nothing else', () => {
    fc.assert(
      fc.property(validForm(2026), (form) => {
        const masked = maskedForm(form);
        const { ssn, spouseSSN, businessEin, routingNumber, accountNumber, dependents, ...others } = form;
        expect(masked).toMatchObject(others);
        for (const value of [ssn, spouseSSN, businessEin, routingNumber, accountNumber]) {
          if (value === undefined) continue;
          expect(Object.values(masked)).not.toContain(value);
        }
        for (const [at, { ssn }] of (dependents ?? []).entries()) {
          expect(masked.dependents?.[at]?.ssn).toBe(`***-**-${ssn?.slice(-4)}`);
        }
      }),
    );
    const text = JSON.stringify(maskedForm(newClientForm));
    for (const secret of plantedAnswers) expect(text).not.toContain(secret);
  });

  test('shows at most half of a short account number', () => {
    expect(maskedAnswer('account', '1234')).toBe('****34');
    expect(maskedAnswer('account', '12345678901')).toBe('****8901');
  });
});

test('masked answers are left out, and nothing else', () => {
  const masked = withoutMasked(maskedForm(newClientForm));
  expect(JSON.stringify(masked)).not.toContain('*');
  expect(masked).toMatchObject({ firstName: newClientForm.firstName, ssn: '' });
  expect(withoutMasked(newClientForm)).toEqual(newClientForm);
});

test('sensitiveAnswers has each number of a form by its path, and fitsMask knows its mask', () => {
  const numbers = sensitiveAnswers(newClientForm);
  expect(numbers).toEqual({
    ssn: '123-45-6789',
    businessEin: '06-7654321',
    spouseSSN: '987-65-4321',
    routingNumber: '011000015',
    accountNumber: '7788990011',
    'dependents.0.ssn': '222-33-4455',
    'dependents.1.ssn': '333-44-5566',
  });
  const masks = sensitiveAnswers(maskedForm(newClientForm));
  for (const [path, number] of Object.entries(numbers))
    expect(fitsMask(path, number, masks[path])).toBe(true);
  expect(fitsMask('ssn', '123-45-6780', masks.ssn)).toBe(false);
  expect(sensitiveAnswers({ ssn: '' })).toEqual({});
});
