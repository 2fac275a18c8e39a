// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { type DeletionPreview, DeletionPreviewText } from './deletion-preview.tsx';

afterEach(cleanup);

const nothing: DeletionPreview = {
  problems: [],
  needs_second: true,
  logins: [],
  merged: [],
  deletes: {
    documents: 0,
    trashed: 0,
    forms: 0,
    drafts: 0,
    returns: 0,
    messages: 0,
    notes: 0,
    letters: 0,
    appointments: 0,
    signature_requests: 0,
    bills: 0,
  },
  kept: [],
  owes_cents: 0,
  credit_cents: 0,
  people: [],
  other_clients: [],
};

const show = (changes: Partial<DeletionPreview>) =>
  render(<DeletionPreviewText preview={{ ...nothing, ...changes }} />, { wrapper: PageOfOffice });
const linesOf = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('names what goes, and whose access ends', () => {
  show({
    logins: ['rosa@example.com'],
    merged: ['R. Delgado'],
    deletes: { ...nothing.deletes, documents: 12, forms: 1, messages: 2 },
    people: ['Ana Diaz', 'Tom Delgado'],
    other_clients: ['Bakery LLC'],
  });
  expect(linesOf('Will be deleted for good')).toEqual([
    'The login rosa@example.com with its email and phone number. The person can’t log in anymore.',
    'What was merged into this client: R. Delgado',
    '12 files',
    '1 tax form',
    '2 messages',
    'Address, contacts, tags, tasks, dates, and reminders',
    'The access of Ana Diaz and Tom Delgado to this client. Their own logins stay.',
    'The person’s access to Bakery LLC. These clients stay.',
  ]);
  expect(linesOf('Stays, because the law requires it')).toEqual([
    'Nothing. No law requires us to keep anything of this client.',
  ]);
});

test('names what stays, and until when', () => {
  const kept = (kind: DeletionPreview['kept'][number]['kind'], rows: number, more: object = {}) => ({
    kind,
    rows,
    return_kind: null,
    year: null,
    has_document: null,
    until: '2034-06-30',
    ...more,
  });
  show({
    kept: [
      kept('return', 1, { return_kind: 'personal', year: 2026, has_document: true }),
      kept('return', 1, { return_kind: 'business', year: 2024, until: '2032-06-30' }),
      kept('form', 1, { year: 2026 }),
      kept('document', 3),
      kept('signature', 1, { year: 2025 }),
      kept('consent', 2),
      kept('bills', 1),
    ],
    owes_cents: 45_000,
    credit_cents: 5_000,
  });
  expect(linesOf('Stays, because the law requires it')).toEqual([
    'Personal return 2026, with its document, until Jun 30, 2034',
    'Business return 2024, until Jun 30, 2032',
    'Tax form 2026, until Jun 30, 2034',
    '3 files that belong to a return or a signature, until Jun 30, 2034',
    '1 signed document (2025), until Jun 30, 2034',
    '2 signed consents, until Jun 30, 2034',
    'Bills and payments, until Jun 30, 2034',
    'The client’s name, as long as one of these stays. Each is deleted after its day.',
  ]);
  expect(screen.getByText(/^\$450.* is still open\./)).toBeDefined();
  expect(screen.getByText(/^The client has \$50.* on account\./)).toBeDefined();
});

test('says why a client can’t be deleted', () => {
  show({ problems: ['archived'] });
  expect(screen.getByRole('status').textContent).toContain(
    'This client was merged into another one. Delete that one, and this goes with it.',
  );
  expect(screen.queryByRole('region')).toBeNull();
});
