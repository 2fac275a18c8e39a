// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import type { Profile } from '#app/shared/session/profile.ts';
import { Toasts } from '#app/ui/feedback/toast.tsx';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { blankLetter } from './letter.ts';
import { WriteDialog } from './write-dialog.tsx';

const readers = vi.hoisted(() => [
  { email: 'ana@example.com', first_name: 'Ana', language: 'en' },
  { email: 'ben@example.com', first_name: 'Ben', language: 'es' },
]);
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: { rpc: async (name: string) => ({ data: name === 'letter_readers' ? readers : null, error: null }) },
}));
vi.mock('#app/shared/api/own-fetch.ts', () => ({ callOwn: async () => ({}) }));
vi.mock('#app/checklist/queries.ts', () => ({
  checklistQuery: () => ({ queryKey: ['checklist'], queryFn: () => ({ items: [] }) }),
}));
afterEach(cleanup);

test('a letter to a client without an address names the members who get it', async () => {
  const bakery = { user_id: 'bakery', email: '', first_name: '', last_name: 'Lopez Bakery', language: 'es' };
  const draft = { ...blankLetter, template: 'message' as const, note: 'See you soon' };
  render(
    <>
      <WriteDialog
        client={bakery as Profile}
        draft={draft}
        onChange={() => undefined}
        onClose={() => undefined}
      />
      <Toasts />
    </>,
    { wrapper: PageOfOffice },
  );
  await screen.findByText('To ana@example.com, ben@example.com');
  screen.getByText(/^\S+ Ana,$/);
  fireEvent.click(screen.getByRole('button', { name: 'Send email', hidden: true }));
  await screen.findByText('Email sent to ana@example.com, ben@example.com');
});
