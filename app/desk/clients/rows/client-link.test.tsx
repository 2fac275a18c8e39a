// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { queryClient } from '#app/shared/api/query-client.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { clientQuery } from '../clients-query.ts';
import { ClientLink } from './client-link.tsx';

const rosa = { user_id: 'rosa', email: '', first_name: 'Rosa', last_name: 'Diaz', phone: 'old' } as Profile;
vi.mock('#app/shared/api/rest.ts', () => {
  const read = { select: () => read, eq: () => read, maybeSingle: async () => now };
  const now = { data: { user_id: 'rosa', phone: 'corrected' }, error: null };
  return { rest: { from: () => read } };
});
afterEach(cleanup);

test('a case begins with the row, which may be old, and is read again', async () => {
  render(<ClientLink client={rosa} index={0} search="" isStop onFocus={() => undefined} />, {
    wrapper: PageOfOffice,
  });
  fireEvent.click(screen.getByRole('link', { name: 'Rosa Diaz' }));
  const query = { ...clientQuery('rosa'), staleTime: 30_000 };
  expect(queryClient.getQueryData(query.queryKey)).toBe(rosa);
  expect(await queryClient.fetchQuery(query)).toMatchObject({ phone: 'corrected' });
});
