// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { Message, Reply } from './messages-query.ts';
import { ReplyForm } from './reply-form.tsx';

const sent = vi.hoisted(() => [] as unknown[]);
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: {
    rpc: (_name: string, values: unknown) => {
      sent.push(values);
      return Promise.resolve({ data: null, error: null });
    },
  },
}));
// The office has changed no text.
vi.mock('#app/shared/api/own-fetch.ts', () => ({ callOwn: async () => ({}) }));
vi.mock('#app/shared/session/session.tsx', () => ({
  useSession: () => ({ profile: { first_name: 'Sam' } }),
}));
beforeEach(() => {
  sent.length = 0;
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

const message = {
  id: 'm1',
  name: 'Ana',
  email: 'ana@example.com',
  subject: 'pricing',
  message: 'Hello',
  assigned_to: 'sam',
} as Message;
const kims = { id: 'r1', author_id: 'kim', author_name: 'Kim Lee', body: 'From Kim' } as Reply;

const form = (replies: Reply[]) => (
  <ReplyForm message={message} replies={replies} userId="sam" language="en" />
);
const box = () => screen.getByLabelText<HTMLTextAreaElement>('Your reply to Ana');
const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send reply' });
const warning = () => screen.queryByText(/Kim Lee replied while you were writing/);

test('a reply of a colleague must be read before one’s own is sent', async () => {
  const { rerender } = render(form([]), { wrapper: PageOfOffice });
  await userEvent.type(box(), 'From Sam');
  rerender(form([kims]));
  expect(warning()).not.toBeNull();
  expect(send().disabled).toBe(true);
  await userEvent.type(box(), '{Control>}{Enter}{/Control}');
  expect(sent).toEqual([]);
  expect(box().value).toBe('From Sam');
  await userEvent.click(screen.getByRole('button', { name: 'I’ve read it' }));
  expect(warning()).toBeNull();
  await userEvent.click(send());
  expect(sent).toEqual([{ submission_id: 'm1', reply: 'From Sam', replies_seen: 1 }]);
  await vi.waitFor(() => expect(box().value).toBe(''));
});

test('does not warn of a reply that was there before', async () => {
  render(form([kims]), { wrapper: PageOfOffice });
  await userEvent.click(send());
  screen.getByText('Write something first');
  await userEvent.type(box(), 'From Sam');
  expect(warning()).toBeNull();
  expect(send().disabled).toBe(false);
});

test('an unsent reply is kept', async () => {
  const { unmount } = render(form([]), { wrapper: PageOfOffice });
  await userEvent.type(box(), 'Not sent yet');
  unmount();
  render(form([]), { wrapper: PageOfOffice });
  expect(box().value).toBe('Not sent yet');
});
