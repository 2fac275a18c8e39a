import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { dateTitle, taskTitle } from './words.ts';

test('a manual task has its own title', () => {
  expect(taskTitle({ kind: 'manual', title: 'Call the bank', year: null }, english)).toBe('Call the bank');
});

test('a task of a rule is named by its kind and year', () => {
  expect(taskTitle({ kind: 'rejected', title: null, year: 2026 }, english)).toBe(
    'Return for 2026 rejected: correct it',
  );
});

test('a task of a kind that only a newer release knows has a name', () => {
  expect(taskTitle({ kind: 'toString', title: null, year: 2026 }, english)).toBe('Task');
});

test('a date has its kind or its label, and the year', () => {
  expect(dateTitle({ kind: 'estimated_q1', label: null, year: 2026 }, english)).toBe(
    'Estimated tax, 1st quarter (2026)',
  );
  expect(dateTitle({ kind: 'other', label: 'CP2000 reply', year: 2024 }, english)).toBe(
    'CP2000 reply (2024)',
  );
});
