import { expect, test } from 'vitest';
import {
  answerLength,
  possibleRights,
  relationsOf,
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

test('a ZIP code has five digits, other answers four', () => {
  expect(['zip', 'phone_last4', 'tax_id_last4'].map((q) => answerLength(q as 'zip'))).toEqual([5, 4, 4]);
});
