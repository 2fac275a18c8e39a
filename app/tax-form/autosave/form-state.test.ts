import { expect, test } from 'vitest';
import { emptyAnswers, emptyDependent, type TaxFormAnswers } from '#domain/tax-form/answers.ts';
import {
  answered,
  begin,
  confirmed,
  dependentAdded,
  dependentRemoved,
  isBegun,
  refused,
} from './form-state.ts';

const form = (answers: Partial<TaxFormAnswers> = {}) => begin({ ...emptyAnswers(), ...answers });
const paths = ({ problems }: ReturnType<typeof begin>) => problems.map(({ path }) => path);
const problem = (path: string, message = 'x') => ({ path, message });
const child = (firstName: string) => ({ ...emptyDependent(), firstName });

test('an answer takes its highlight and its mark away, and no other’s', () => {
  const state = { ...refused(form(), [problem('email'), problem('phone')]), check: ['email', 'phone'] };
  const next = answered(state, 'email', 'a');
  expect(next.answers.email).toBe('a');
  expect(paths(next)).toEqual(['phone']);
  expect(next.check).toEqual(['phone']);
  expect(next.attempt).toBe(1);
  expect(confirmed(next, ['phone']).check).toEqual([]);
});

test('a question that is no longer asked has no highlight', () => {
  const state = refused(form({ isNew: 'yes', businessTaxes: 'yes' }), [
    problem('city'),
    problem('businessEin'),
    problem('email'),
  ]);
  expect(paths(answered(state, 'businessTaxes', 'no'))).toEqual(['city', 'email']);
  expect(paths(answered(state, 'isNew', 'no'))).toEqual(['businessEin', 'email']);
});

test('any part of a birth date mends one in the future, but not one that is missing', () => {
  const future = refused(form({ isNew: 'yes' }), [problem('dobYear', 'Birth date is in the future')]);
  expect(paths(answered(future, 'dobMonth', '1'))).toEqual([]);
  expect(paths(answered(future, 'firstName', 'A'))).toEqual(['dobYear']);
  const missing = refused(form({ isNew: 'yes' }), [problem('dobYear', 'Birth year is required')]);
  expect(paths(answered(missing, 'dobMonth', '1'))).toEqual(['dobYear']);
});

test('who says yes to dependents finds the first one', () => {
  expect(answered(form({ isNew: 'yes' }), 'anyDependents', 'yes').answers.dependents).toHaveLength(1);
  expect(answered(form({ isNew: 'yes' }), 'anyDependents', 'no').answers.dependents).toHaveLength(0);
  const listed = form({ isNew: 'no', dependents: [child('Ana')] });
  expect(answered(listed, 'newDependents', 'yes').answers.dependents).toEqual([child('Ana')]);
});

test('a removed dependent takes its notes along, and those after it move up', () => {
  const three = form({
    isNew: 'yes',
    anyDependents: 'yes',
    dependents: [child('A'), child('B'), child('C')],
  });
  const state = {
    ...refused(three, [
      problem('dependents.0.ssn', 'Dependent 1: x'),
      problem('dependents.1.ssn', 'Dependent 2: x'),
      problem('dependents.2.ssn', 'Dependent 3: x'),
    ]),
    check: ['phone', 'dependents.1.daycare', 'dependents.2.daycare'],
  };
  const next = dependentRemoved(state, 1);
  expect(next.answers.dependents.map(({ firstName }) => firstName)).toEqual(['A', 'C']);
  expect(next.problems).toEqual([
    problem('dependents.0.ssn', 'Dependent 1: x'),
    problem('dependents.1.ssn', 'Dependent 2: x'),
  ]);
  expect(next.check).toEqual(['phone', 'dependents.1.daycare']);
});

test('an added dependent answers the demand for one', () => {
  const none = refused(form({ isNew: 'yes', anyDependents: 'yes' }), [
    problem('dependents'),
    problem('email'),
  ]);
  const next = dependentAdded(none);
  expect(paths(next)).toEqual(['email']);
  expect(isBegun(next.answers, 0)).toBe(false);
  expect(isBegun(answered(next, 'dependents.0.ssn', '1').answers, 0)).toBe(true);
});
