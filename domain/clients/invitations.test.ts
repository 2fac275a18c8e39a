import { expect, test } from 'vitest';
import {
  answerLength,
  birthDateAnswer,
  possibleRights,
  relationsOf,
  typedAnswer,
  typedCode,
  usualRights,
  writtenCode,
} from './invitations.ts';

test('a code can be typed with spaces, dashes, and small letters', () => {
  expect(typedCode(' k7m29–qxf3t ')).toBe('K7M29QXF3T');
  expect(typedCode(writtenCode('K7M29QXF3T'))).toBe('K7M29QXF3T');
  expect(typedCode('x'.repeat(10_000))).toHaveLength(40);
});

test('a client without a login can get one; with a login, only others join', () => {
  expect(relationsOf('person', false)[0]).toBe('self');
  expect(relationsOf('person', true)).not.toContain('self');
  expect(relationsOf('business', false)).toEqual(['owner', 'helper']);
});

test('helpers never decide who has access', () => {
  expect(possibleRights('helper')).not.toContain('manage');
  expect(usualRights('helper')).toEqual(['see', 'upload']);
  expect(usualRights('spouse')).toContain('manage');
});

test('a birth date has eight digits, a ZIP code five, other answers four', () => {
  const questions = ['birth_date', 'zip', 'phone_last4', 'tax_id_last4'] as const;
  expect(questions.map(answerLength)).toEqual([8, 5, 4, 4]);
});

test.each([
  ['07/04/1984', '07041984'],
  ['7/4/1984', '07041984'],
  [' 7 - 4 - 1984 ', '07041984'],
  ['07041984', '07041984'],
  ['7/4/84', '7484'],
])('reads a birth date as typed: %s', (text, digits) => {
  expect(typedAnswer('birth_date', text)).toBe(digits);
});

test('reads the digits of other answers', () => {
  expect(typedAnswer('tax_id_last4', ' 67 89')).toBe('6789');
  expect(typedAnswer('zip', '7/4/1984')).toBe('741984');
});

test.each([
  [{ dobMonth: '7', dobDay: '4', dobYear: '1984' }, '07041984'],
  [{ dobMonth: '12', dobDay: '31', dobYear: '1980' }, '12311980'],
  [{ dobMonth: '', dobDay: '4', dobYear: '1984' }, ''],
  [{ dobMonth: '13', dobDay: '4', dobYear: '1984' }, ''],
  [{}, ''],
])('takes the birth date of a form: %o', (form, digits) => {
  expect(birthDateAnswer(form)).toBe(digits);
});
