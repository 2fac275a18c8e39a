import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { emptyAnswers, emptyDependent, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { problemInWords } from '#domain/tax-form/validate.ts';
import {
  addDependent,
  confirmCarriedOver,
  confirmNumber,
  createFormState,
  hasAnswers,
  removeDependent,
  setAnswer,
  unconfirmedDoubts,
  withProblems,
} from './form-state.ts';

const form = (answers: Partial<TaxFormAnswers> = {}) => createFormState({ ...emptyAnswers(), ...answers });
const paths = ({ problems }: ReturnType<typeof createFormState>) => problems.map(({ path }) => path);
const problem = (path: string, message = 'x') => ({ path, message });
const child = (firstName: string) => ({ ...emptyDependent(), firstName });

test('an answer removes its own problem and mark, and no others', () => {
  const state = { ...withProblems(form(), [problem('email'), problem('phone')]), check: ['email', 'phone'] };
  const next = setAnswer(state, 'email', 'a');
  expect(next.answers.email).toBe('a');
  expect(paths(next)).toEqual(['phone']);
  expect(next.check).toEqual(['phone']);
  expect(next.attempt).toBe(1);
  expect(confirmCarriedOver(next, ['phone']).check).toEqual([]);
});

test('drops the problem of a question that is no longer asked', () => {
  const state = withProblems(form({ isNew: 'yes', businessTaxes: 'yes' }), [
    problem('city'),
    problem('businessEin'),
    problem('email'),
  ]);
  expect(paths(setAnswer(state, 'businessTaxes', 'no'))).toEqual(['city', 'email']);
  expect(paths(setAnswer(state, 'isNew', 'no'))).toEqual(['businessEin', 'email']);
});

test('an edit of any part of a birth date removes the problem of a future date, but not of a missing one', () => {
  const future = withProblems(form({ isNew: 'yes' }), [problem('dobYear', 'Birth date is in the future')]);
  expect(paths(setAnswer(future, 'dobMonth', '1'))).toEqual([]);
  expect(paths(setAnswer(future, 'firstName', 'A'))).toEqual(['dobYear']);
  const missing = withProblems(form({ isNew: 'yes' }), [problem('dobYear', 'Birth year is required')]);
  expect(paths(setAnswer(missing, 'dobMonth', '1'))).toEqual(['dobYear']);
});

test('adds the first dependent on yes', () => {
  expect(setAnswer(form({ isNew: 'yes' }), 'anyDependents', 'yes').answers.dependents).toHaveLength(1);
  expect(setAnswer(form({ isNew: 'yes' }), 'anyDependents', 'no').answers.dependents).toHaveLength(0);
  const listed = form({ isNew: 'no', dependents: [child('Ana')] });
  expect(setAnswer(listed, 'newDependents', 'yes').answers.dependents).toEqual([child('Ana')]);
});

test('a new dependent has the client’s last name, which is no answer to lose', () => {
  const state = form({ isNew: 'yes', lastName: 'Delgado' });
  const asked = setAnswer(state, 'anyDependents', 'yes');
  expect(addDependent(asked).answers.dependents.map(({ lastName }) => lastName)).toEqual([
    'Delgado',
    'Delgado',
  ]);
  expect(hasAnswers(asked.answers, 0)).toBe(false);
  expect(hasAnswers(setAnswer(asked, 'dependents.0.lastName', 'Cruz').answers, 0)).toBe(true);
});

test('a day that was confirmed is asked about again after another month or year', () => {
  const state = form({ isNew: 'yes', dobMonth: '4', dobDay: '31' });
  const sure = confirmNumber(state, 'dobDay');
  expect(unconfirmedDoubts(sure)).toEqual([]);
  expect(unconfirmedDoubts(setAnswer(sure, 'dobMonth', '6')).map(({ path }) => path)).toEqual(['dobDay']);
  expect(unconfirmedDoubts(setAnswer(sure, 'dobYear', '1990')).map(({ path }) => path)).toEqual(['dobDay']);
});

test('removes the problems and marks of a removed dependent, and moves those after it up', () => {
  const three = form({
    isNew: 'yes',
    anyDependents: 'yes',
    dependents: [child('A'), child('B'), child('C')],
  });
  const state = {
    ...withProblems(three, [
      problem('dependents.0.ssn', 'first'),
      problem('dependents.1.ssn', 'second'),
      problem('dependents.2.ssn', 'third'),
    ]),
    check: ['phone', 'dependents.1.daycare', 'dependents.2.daycare'],
  };
  const next = removeDependent(state, 1);
  expect(next.answers.dependents.map(({ firstName }) => firstName)).toEqual(['A', 'C']);
  expect(next.problems).toEqual([problem('dependents.0.ssn', 'first'), problem('dependents.1.ssn', 'third')]);
  expect(next.problems.map((one) => problemInWords(one, english))).toEqual([
    'Dependent 1: first',
    'Dependent 2: third',
  ]);
  expect(next.check).toEqual(['phone', 'dependents.1.daycare']);
});

test('adding a dependent removes the problem that there is none', () => {
  const none = withProblems(form({ isNew: 'yes', anyDependents: 'yes' }), [
    problem('dependents'),
    problem('email'),
  ]);
  const next = addDependent(none);
  expect(paths(next)).toEqual(['email']);
  expect(hasAnswers(next.answers, 0)).toBe(false);
  expect(hasAnswers(setAnswer(next, 'dependents.0.ssn', '1').answers, 0)).toBe(true);
});
