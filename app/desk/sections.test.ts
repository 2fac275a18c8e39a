import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { isForReception, sectionsFor } from './sections.ts';

const labels = (role: string | undefined) => sectionsFor(role).map(({ label }) => english(label));

test('only super users see the office', () => {
  expect(labels('super')).toEqual(['Clients', 'Board', 'Tasks', 'Inbox', 'Calendar', 'Billing', 'Office']);
  expect(labels('admin')).toEqual(['Clients', 'Board', 'Tasks', 'Inbox', 'Calendar', 'Billing']);
});

test('while the role is unknown, nothing for super users is shown', () => {
  expect(labels(undefined)).toEqual(labels('admin'));
});

test('reception sees clients, the inbox, and the calendar, and opens no other page', () => {
  expect(labels('reception')).toEqual(['Clients', 'Inbox', 'Calendar']);
  expect(['/manage', '/manage/', '/manage/inbox', '/manage/calendar'].filter(isForReception)).toHaveLength(4);
  const others = [
    '/manage/board',
    '/manage/office/people',
    '/manage/sign',
    '/manage/inbox/x',
    '/manage/later',
  ];
  expect(others.filter(isForReception)).toEqual([]);
});

test('a role of a later release sees what reception does', () => {
  expect(labels('auditor')).toEqual(labels('reception'));
});
