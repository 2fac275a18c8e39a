import { expect, test } from 'vitest';
import { english } from '#domain/language/english.ts';
import { sectionsFor } from './sections.ts';

const labels = (role: string | undefined) => sectionsFor(role).map(({ label }) => english(label));

test('only super users see the office', () => {
  expect(labels('super')).toEqual(['Clients', 'Board', 'Tasks', 'Inbox', 'Calendar', 'Billing', 'Office']);
  expect(labels('admin')).toEqual(['Clients', 'Board', 'Tasks', 'Inbox', 'Calendar', 'Billing']);
});

test('while the role is unknown, nothing for super users is shown', () => {
  expect(labels(undefined)).toEqual(labels('admin'));
});
