// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Profile } from '#app/shared/session/profile.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { type MergePreview, PreviewText } from './merge-preview.tsx';

afterEach(cleanup);

const person = (first_name: string) => ({ first_name, last_name: 'Delgado', email: '' }) as Profile;
const nothing: MergePreview = {
  problems: [],
  source_has_login: false,
  target_has_login: true,
  moves: {},
  details: {},
  stays: { forms: [], drafts: [], returns: [], tax_number: false },
  people: [],
};

const show = (details: MergePreview['details']) =>
  render(<PreviewText preview={{ ...nothing, details }} source={person('R.')} target={person('Rosa')} />, {
    wrapper: PageOfOffice,
  });
const TITLE = 'Added to the details of Rosa Delgado';

test('names the details that the client who stays doesn’t have', () => {
  show({
    phone: '+12035550142',
    email: 'rosa@example.com',
    language: 'es',
    texts_to: '+12035550142',
    addresses: true,
    contacts: true,
    tags: true,
    preparer: 'Dana Reyes',
    reviewer: 'Sam Whitfield',
    client_since: '2019-01-01',
    tax_id_last4: '1234',
  });
  const lines = within(screen.getByRole('region', { name: TITLE })).getAllByRole('listitem');
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    'Phone: (203) 555-0142',
    'Email: rosa@example.com',
    'Language: Español',
    'Consent to texts to (203) 555-0142',
    'Address',
    'Contacts',
    'Tags',
    'Preparer: Dana Reyes',
    'Reviewer: Sam Whitfield',
    'Client since January 1, 2019',
    'Tax ID ends in 1234',
  ]);
});

test('says nothing of details when there are none to add', () => {
  show({});
  expect(screen.queryByRole('region', { name: TITLE })).toBeNull();
});
