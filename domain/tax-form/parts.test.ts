/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inWords } from '#domain/language/translate.ts';
import { loadReaders } from '#server/language/readers.ts';
import { existingClientForm, newClientForm, validForm } from '#tests/support/forms/tax-forms.ts';
import { answerAt, emptyAnswers, readAnswers } from './answers.ts';
import { birthYears, states } from './choices.ts';
import { isRequired } from './conditions.ts';
import { draftForm, maxDraftCharacters, readDraft } from './draft.ts';
import { fieldKeys } from './fields.ts';
import { normalize, savedForm } from './normalize.ts';
import { prefill } from './prefill.ts';
import { fieldsIn, sectionOf, sectionStatuses, sections } from './sections.ts';
import { problemsOf } from './validate.ts';

const today = { year: 2026, month: 11, day: 20 };

describe('sections', () => {
  test('contain each field once, in the order of the form', () => {
    expect(sections.flatMap(({ id }) => fieldsIn(id))).toEqual(fieldKeys);
  });

  const states = (saved: object) =>
    Object.fromEntries(sectionStatuses(readAnswers(saved), today).map(({ id, state }) => [id, state]));

  test('are complete without problems, and hidden without questions', () => {
    expect(new Set(Object.values(states(newClientForm)))).toEqual(new Set(['complete']));
    expect(states(existingClientForm)).toMatchObject({ spouse: 'hidden', dependents: 'complete' });
    expect(states({})).toMatchObject({ you: 'open', spouse: 'hidden', dependents: 'open', bank: 'open' });
    expect(states({ ...newClientForm, spouseSSN: '', dependents: [] })).toMatchObject({
      you: 'complete',
      spouse: 'open',
      dependents: 'open',
    });
  });

  test('contain all problems', () => {
    fc.assert(
      fc.property(validForm(2026), fc.constantFrom(...fieldKeys), (form, key) => {
        const answers = readAnswers({ ...form, [key]: undefined });
        const all = problemsOf(answers, today);
        expect(sectionStatuses(answers, today).flatMap(({ problems }) => problems)).toHaveLength(all.length);
        for (const { path } of all) expect(sections.map(({ id }) => id)).toContain(sectionOf(path));
      }),
    );
  });

  test('have no place for a problem of the form itself', () => {
    for (const path of ['year', 'user_id', 'form_data', '']) expect(sectionOf(path)).toBeUndefined();
  });
});

describe('last year’s answers', () => {
  const { answers, check } = prefill({ form: newClientForm, wasSent: true });

  test('are copied, except for questions about one year', () => {
    expect(answers).toMatchObject({
      isNew: 'no',
      firstName: 'Maria',
      ssn: '123-45-6789',
      spouseName: 'José',
      addressDifferent: '',
      filingStatusChanged: '',
      newDependents: '',
      anyDependents: '',
      cryptocurrency: '',
      briefDescription: '',
    });
    expect(answers.dependents.map(({ firstName }) => firstName)).toEqual(['Ana', 'Rosa']);
  });

  test('must be checked if they may have changed', () => {
    for (const path of [
      'filingStatus',
      'address',
      'routingNumber',
      'accountNumber',
      'occupation',
      'healthInsuranceTypes',
      'dependents.0.monthsLived',
      'dependents.1.daycare',
    ]) {
      expect(check).toContain(path);
    }
    expect(check).not.toContain('ssn');
    expect(check).not.toContain('addressLine2');
    for (const path of check) expect(answerAt(answers, path).length).toBeGreaterThan(0);
  });

  test('of a form that was not sent leave a new client new', () => {
    expect(prefill({ form: newClientForm, wasSent: false }).answers.isNew).toBe('yes');
  });

  test('without a previous form give an empty form of an existing client', () => {
    const answers = { ...emptyAnswers(), isNew: 'no' };
    expect(prefill({ form: null, wasSent: true })).toEqual({ answers, check: [] });
  });
});

describe('a draft', () => {
  test('keeps all answers, also hidden ones', () => {
    const answers = { ...readAnswers(existingClientForm), routingNumber: '0110', ssn: '12', dobYear: '1980' };
    const row = { form_data: draftForm(answers), version: 3, device: 'Phone', updated_at: 'then' };
    expect(readDraft(row)).toEqual({ answers, version: 3, device: 'Phone', updatedAt: 'then' });
    expect(savedForm(answers)).not.toHaveProperty('routingNumber');
  });

  test('of the longest form fits', () => {
    const long = Object.fromEntries(fieldKeys.map((key) => [key, 'x'.repeat(1000)]));
    const dependents = Array.from({ length: 20 }, () => newClientForm.dependents[0]);
    const text = JSON.stringify(draftForm(readAnswers({ ...long, dependents })));
    expect(text.length).toBeLessThan(maxDraftCharacters);
  });
});

describe('answers', () => {
  test('normalize is idempotent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom<string>(...fieldKeys), fc.string()), (given) => {
        const once = normalize(readAnswers({ isNew: 'yes', ...given }));
        expect(normalize(once)).toEqual(once);
      }),
    );
  });

  test('lose control characters, lone surrogates, and surrounding spaces', () => {
    const answers = normalize(
      readAnswers({ firstName: ' Mar\u0000ia\ud800 ', briefDescription: 'a\r\nb\u0007' }),
    );
    expect(answers.firstName).toBe('Mar ia\ufffd');
    expect(answers.briefDescription).toBe('a\nb');
  });
});

test('some answers are required', () => {
  const answers = readAnswers(newClientForm);
  expect(isRequired('firstName', answers)).toBe(true);
  expect(isRequired('addressLine2', answers)).toBe(false);
});

test('the lists of options are complete', () => {
  expect(states.filter(({ isLast }) => !isLast)).toHaveLength(50);
  expect(states.slice(50).map(({ value }) => value)).toEqual([
    'DC',
    'PR',
    'GU',
    'VI',
    'AS',
    'MP',
    'AA',
    'AE',
    'AP',
  ]);
  expect(birthYears(2026).map(({ value }) => value)).toEqual(
    expect.arrayContaining(['2026', '1980', '1925']),
  );
  expect(birthYears(2026)).toHaveLength(102);
});

test('states are shown by their Spanish names, and read by their English ones', async () => {
  const { es } = await loadReaders();
  const shown = Object.fromEntries(states.map(({ value, label }) => [value, inWords(label, es.t)]));
  expect(shown).toMatchObject({ NY: 'Nueva York', NC: 'Carolina del Norte', CT: 'Connecticut' });
  expect(normalize(readAnswers({ isNew: 'yes', state: 'new york' })).state).toBe('NY');
});
