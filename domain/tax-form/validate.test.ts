/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { officeDay } from '#domain/office-time/office-day.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { formOf, problemsExpected, validationCases } from '#tests/support/forms/tax-form-cases.ts';
import { newClientForm, validForm } from '#tests/support/forms/tax-forms.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { readAnswers } from './answers.ts';
import { isRequired } from './conditions.ts';
import { dependentKeys, fieldKeys } from './fields.ts';
import { savedForm } from './normalize.ts';
import { problemInWords, problemsOf, readProblems } from './validate.ts';

const today = { year: 2026, month: 11, day: 20 };

test.each(validationCases(today.year))('$rule', (one) => {
  const problems = problemsOf(readAnswers(formOf(one)), today);
  expect(
    problems.map((problem) => ({ ...problem, message: problemInWords(problem, englishReader.t) })),
  ).toEqual(problemsExpected(one));
});

describe('any valid form', () => {
  test('is accepted and round-trips', () => {
    fc.assert(
      fc.property(validForm(today.year), (form) => {
        const answers = readAnswers(JSON.parse(JSON.stringify(form)));
        expect(problemsOf(answers, today)).toEqual([]);
        expect(savedForm(answers)).toEqual(form);
      }),
    );
  });

  test('is rejected without one required answer, which the error names', () => {
    fc.assert(
      fc.property(validForm(today.year), (form) => {
        const answers = readAnswers(form);
        for (const key of fieldKeys) {
          if (!isRequired(key, answers)) continue;
          const without = readAnswers({ ...form, [key]: undefined });
          expect(problemsOf(without, today).map(({ path }) => path)).toContain(key);
        }
        for (const [at, dependent] of (form.dependents ?? []).entries()) {
          for (const key of dependentKeys) {
            const dependents = form.dependents?.with(at, { ...dependent, [key]: undefined });
            const paths = problemsOf(readAnswers({ ...form, dependents }), today).map(({ path }) => path);
            expect(paths).toEqual([`dependents.${at}.${key}`]);
          }
        }
      }),
      { numRuns: inputs(40) },
    );
  });
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(...fieldKeys), (value, key) => {
      const answers = readAnswers({ isNew: 'yes', [key]: value, dependents: value, anyDependents: 'yes' });
      expect(problemsOf(answers, today).length).toBeGreaterThan(0);
    }),
  );
  expect(problemsOf(readAnswers(null), today).length).toBeGreaterThan(10);
});

test('reads the problems from the API’s error', () => {
  const problems = [{ path: 'ssn', message: 'SSN/ITIN is required' }];
  expect(readProblems(JSON.stringify(problems))).toEqual(problems);
  const worded = {
    path: 'ssn',
    message: 'SSN/ITIN is required',
    wording: { id: 'a', message: 'b', values: { n: 1 } },
  };
  expect(readProblems([worded])).toEqual([{ path: 'ssn', message: worded.wording }]);
  for (const other of [null, '', 'Key (id) exists', '[1]', '{}']) expect(readProblems(other)).toEqual([]);
});

test('words a problem in the language of the reader, with the number of the dependent', async () => {
  const { es } = await loadReaders();
  const { dependents } = newClientForm;
  const form = readAnswers({
    ...newClientForm,
    phone: '1',
    dependents: [{ ...dependents[0], firstName: '' }],
  });
  expect(problemsOf(form, today).map((problem) => problemInWords(problem, es.t))).toEqual([
    'El número de teléfono debe tener 10 dígitos',
    'Dependiente 1: Escriba el nombre',
  ]);
});

test('uses the office’s year', () => {
  const moment = new Date('2027-01-01T03:00:00Z');
  expect(officeDay(moment, 'America/New_York')).toEqual({ year: 2026, month: 12, day: 31 });
  expect(officeDay(moment, 'UTC')).toEqual({ year: 2027, month: 1, day: 1 });
});
