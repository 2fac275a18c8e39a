import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { existingClientForm, newClientForm, plantedAnswers, validForm } from '#tests/support/tax-forms.ts';
import { readOut } from './read-out.ts';
import { maskedAnswer, maskedForm } from './sensitive.ts';

const items = (saved: unknown, options = {}) =>
  readOut(saved, options).flatMap(({ items, dependents }) => [...items, ...dependents.flat()]);

describe('a form read out', () => {
  test('says each question that was asked with its answer in words', () => {
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

  test('masks what is sensitive, from the whole form and from the masked one', () => {
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

  test('shows it where its owner prints', () => {
    const shown = items(newClientForm, { sensitive: 'shown' }).find(({ path }) => path === 'ssn');
    expect(shown?.answer).toBe('123-45-6789');
  });

  test('has of dependents only name and relationship for staff', () => {
    const section = readOut(newClientForm, { dependents: 'brief' }).find(
      ({ section }) => section === 'dependents',
    );
    expect(section?.dependents.map((one) => one.map(({ answer }) => answer))).toEqual([
      ['Ana', 'Lopez', 'Daughter'],
      ['Rosa', 'Vega', 'Mother'],
    ]);
  });

  test('has no section without questions', () => {
    expect(readOut(existingClientForm).map(({ section }) => section)).toEqual([
      'you',
      'business',
      'filing',
      'health',
      'dependents',
      'bank',
      'finish',
    ]);
    expect(readOut(undefined).length).toBeGreaterThan(0);
  });
});

describe('the masked copy', () => {
  test('has no sensitive answer, and everything else', () => {
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

  test('shows of a short account number no more than half', () => {
    expect(maskedAnswer('account', '1234')).toBe('****34');
    expect(maskedAnswer('account', '12345678901')).toBe('****8901');
  });
});
