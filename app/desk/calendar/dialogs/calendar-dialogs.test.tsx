// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { CalendarDialogs } from './calendar-dialogs.tsx';

const server = vi.hoisted(() => ({ error: null as object | null }));
vi.mock('#app/shared/api/rest.ts', () => {
  const query = () => ({
    select: query,
    eq: query,
    abortSignal: query,
    maybeSingle: async () => ({ data: null, error: server.error }),
  });
  return { rest: { from: query } };
});
afterEach(cleanup);

test.each([
  ['is gone', null, 'There’s no appointment at this address'],
  ['can’t be loaded', { message: 'Too busy' }, 'Too busy'],
])('a link to an appointment that %s says so', async (_title, error, words) => {
  server.error = error;
  const none = () => undefined;
  const place = { day: '2026-01-20', opened: 'a1', book: null, known: undefined, now: 0 };
  render(<CalendarDialogs dialog={null} onOpenDialog={none} onDone={none} {...place} />, {
    wrapper: PageOfOffice,
  });
  expect(await screen.findByText(words)).toBeTruthy();
});
