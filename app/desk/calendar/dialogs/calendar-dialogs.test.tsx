// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Appointment } from '../calendar-query.ts';
import { CalendarDialogs } from './calendar-dialogs.tsx';

const server = vi.hoisted(() => ({ error: null as object | null }));
vi.mock('#app/shared/api/rest.ts', () => {
  const query = () => ({
    select: query,
    eq: query,
    abortSignal: query,
    maybeSingle: async () => ({ data: null, error: server.error }),
  });
  // The database knows which of a family with one address is meant.
  const rpc = async (_name: string, { addresses }: { addresses: string[] }) => ({
    data: addresses.map((address) => ({ address, user_id: 'maria', language: 'en' })),
    error: null,
  });
  return { rest: { from: query, rpc } };
});
afterEach(cleanup);

const none = () => undefined;
const place = { day: '2026-01-20', opened: 'a1', book: null, now: 0 };

test('an appointment with the address of a family leads to the one who logs in with it', async () => {
  server.error = { code: 'PGRST116', message: 'Two profiles have this address' };
  const known = {
    ...{ id: 'a1', name: 'Maria', email: 'fam@example.com', phone: '2035550100', status: 'confirmed' },
    ...{ created_at: '2026-01-10T15:00:00Z', starts_at: '2026-01-20T15:00:00Z' },
    ends_at: '2026-01-20T15:30:00Z',
  } as Appointment;
  render(<CalendarDialogs dialog={null} known={known} onOpenDialog={none} onDone={none} {...place} />, {
    wrapper: PageOfOffice,
  });
  const found = await screen.findByRole('link', { name: 'Open the client’s case', hidden: true });
  expect(found.getAttribute('href')).toBe('/manage?client=maria');
});

test.each([
  ['is gone', null, 'There’s no appointment at this address'],
  ['can’t be loaded', { message: 'Too busy' }, 'Too busy'],
])('a link to an appointment that %s says so', async (_title, error, words) => {
  server.error = error;
  render(<CalendarDialogs dialog={null} known={undefined} onOpenDialog={none} onDone={none} {...place} />, {
    wrapper: PageOfOffice,
  });
  expect(await screen.findByText(words)).toBeTruthy();
});
