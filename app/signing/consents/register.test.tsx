// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { ConsentRegister } from './register.tsx';

const server = vi.hoisted(() => ({ next: Promise.withResolvers<void>() }));
vi.mock('#app/shared/api/use-live-changes.ts', () => ({ useLiveChanges: () => undefined }));
vi.mock('#app/shared/api/rest.ts', () => {
  const consent = { kind: 'disclosure', status: 'asked', recipient: '', asked_at: '2026-03-02T15:00:00Z' };
  const listed = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ ...consent, id: `${n}`, clients: { name: `Client ${n}` } }));
  const query = () => ({
    select: query,
    order: query,
    range: (first: number) => ({
      abortSignal: async () => {
        if (first > 0) await server.next.promise;
        return { data: listed(51).slice(first, first + 50), error: null };
      },
    }),
  });
  return { rest: { from: query } };
});
afterEach(cleanup);

test('the register stays on the screen while it gets longer', async () => {
  render(<ConsentRegister />, { wrapper: PageOfOffice });
  const more = await screen.findByRole('button', { name: 'Show more' });
  await userEvent.click(more);
  screen.getByText('Client 49');
  expect(document.activeElement).toBe(more);
  server.next.resolve();
  await screen.findByText('Client 50');
});
