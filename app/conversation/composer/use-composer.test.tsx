// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { AttachmentUploads } from './attachment-uploads.ts';
import type { NewMessage } from './post-message.ts';
import { useComposer } from './use-composer.ts';

vi.mock('#app/shared/api/rest.ts', () => ({ rest: {} }));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const place = { key: 'message.c1', clientId: 'c1', clientName: null, year: 2026 };
const uploads: AttachmentUploads = {
  send: () => undefined,
  onStored: () => () => undefined,
  isFor: () => false,
  isUploading: () => false,
};
const open = (post: (message: NewMessage) => Promise<void>, isPosted = (_id: string) => false) =>
  renderHook(() => useComposer({ userId: 'ana', place, uploads, post, isPosted }), { wrapper: PageOfOffice })
    .result;

/** The person closes the page before the answer arrives. */
async function sendAndReload(): Promise<NewMessage> {
  const sent: NewMessage[] = [];
  const page = open((message) => {
    sent.push(message);
    return new Promise(() => undefined);
  });
  act(() => page.current.write('Hello'));
  act(() => page.current.send());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  cleanup();
  return sent[0] as NewMessage;
}

test('after a reload, a message without an answer is sent again as the same one', async () => {
  const first = await sendAndReload();
  const post = vi.fn(async (_message: NewMessage) => undefined);
  const page = open(post);
  expect(page.current.draft.text).toBe('Hello');
  act(() => page.current.send());
  await vi.waitFor(() => expect(page.current.sentCount).toBe(1));
  expect(post.mock.calls.map(([message]) => message)).toEqual([first]);
  expect(page.current.draft.text).toBe('');
});

test('after a reload, a message that was posted is not offered again', async () => {
  const first = await sendAndReload();
  const post = vi.fn(async () => undefined);
  const page = open(post, (id) => id === first.id);
  await vi.waitFor(() => expect(page.current.draft.text).toBe(''));
  expect(post).not.toHaveBeenCalled();
});

test('a changed message is another one', async () => {
  const first = await sendAndReload();
  const post = vi.fn(async (_message: NewMessage) => undefined);
  const page = open(post);
  act(() => page.current.write('Hello again'));
  act(() => page.current.send());
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.calls[0]?.[0].id).not.toBe(first.id);
});
