// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { OfficeReturns } from './waiting-returns.tsx';

const server = vi.hoisted(() => ({ waiting: 0 }));
vi.mock('#app/shared/api/rest.ts', () => {
  const one = { user_id: 'rosa', year: 2025, kind: 'personal', status: 'approved', paid_at: null };
  const query = () => ({
    select: query,
    order: query,
    limit: query,
    abortSignal: query,
    overrideTypes: async () => ({
      data: Array.from({ length: server.waiting }, (_, n) => ({
        ...{ ...one, id: `${n}`, updated_at: '2026-03-02T15:00:00Z', user_profiles: null },
      })),
      error: null,
    }),
  });
  return { rest: { rpc: query } };
});
afterEach(cleanup);

test.each([
  [2, 'Approved2'],
  // Of all statuses, so more of each may follow.
  [101, 'Approved100+'],
])('counts the returns of a status, of %i in all', async (waiting, words) => {
  server.waiting = waiting;
  render(<OfficeReturns onStep={() => undefined} />, { wrapper: PageOfOffice });
  expect((await screen.findByRole('heading', { level: 3 })).textContent).toBe(words);
});
