// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { SignDocument } from './sign-document.tsx';

vi.mock('../document/use-document.ts', () => ({ useDocument: () => ({ opened: { pdf: {} }, error: null }) }));
vi.mock('#app/shared/api/rest.ts', () => {
  const at = '2026-03-02T15:00:00Z';
  const ready = { position: 1, status: 'waiting', consented_at: at, viewed_at: at };
  const signers = ['maria', 'john'].map((id) => ({ ...ready, id: `signer-${id}`, user_id: id, name: id }));
  const query = () => ({
    select: query,
    eq: query,
    abortSignal: query,
    maybeSingle: query,
    overrideTypes: async () => ({
      data: { id: 'r-1', status: 'sent', signers, signature_fields: [] },
      error: null,
    }),
  });
  return { rest: { from: query } };
});
afterEach(cleanup);

test('a signature that one spouse has typed is not in the form of the other in the same tab', async () => {
  const page = (userId: string) => <SignDocument id="r-1" userId={userId} />;
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(`Your signature: ${name}`);
  const { rerender } = render(page('maria'), { wrapper: PageOfOffice });
  fireEvent.change(await field('maria'), { target: { value: 'María' } });
  rerender(page('john'));
  expect((await field('john')).value).toBe('');
  cleanup();
  render(page('john'), { wrapper: PageOfOffice });
  expect((await field('john')).value).toBe('');
  cleanup();
  // A reload keeps it for the one who typed it.
  render(page('maria'), { wrapper: PageOfOffice });
  expect((await field('maria')).value).toBe('María');
});
