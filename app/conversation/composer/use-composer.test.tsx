// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { AttachmentUploads } from './attachment-uploads.ts';
import type { MessageDraft } from './message-draft.ts';
import { useComposer } from './use-composer.ts';

vi.mock('#app/shared/api/rest.ts', () => ({ rest: {} }));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);
afterEach(() => vi.restoreAllMocks());

/** As the browser says it. */
function connect(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}

const place = { key: 'message.c1', clientId: 'c1', clientName: null, year: 2026 };
const uploads: AttachmentUploads = {
  send: () => undefined,
  onStored: () => () => undefined,
  isFor: () => false,
  isUploading: () => false,
};
const open = (post: (message: MessageDraft) => Promise<void>, isPosted = (_id: string) => false) =>
  renderHook(() => useComposer({ userId: 'ana', place, uploads, post, isPosted }), { wrapper: PageOfOffice })
    .result;

/** The person closes the page before the answer arrives. */
async function sendAndReload(): Promise<MessageDraft> {
  const sent: MessageDraft[] = [];
  const page = open((message) => {
    sent.push(message);
    return new Promise(() => undefined);
  });
  act(() => page.current.write('Hello'));
  act(() => page.current.send());
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  cleanup();
  return sent[0] as MessageDraft;
}

test('after a reload, a message without an answer is sent again as the same one', async () => {
  const first = await sendAndReload();
  const post = vi.fn(async (_message: MessageDraft) => undefined);
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
  const post = vi.fn(async (_message: MessageDraft) => undefined);
  const page = open(post);
  act(() => page.current.write('Hello again'));
  act(() => page.current.send());
  await vi.waitFor(() => expect(post).toHaveBeenCalledOnce());
  expect(post.mock.calls[0]?.[0].id).not.toBe(first.id);
});

describe('without a connection', () => {
  test('a message waits, also over a reload, and is sent once when there is one', async () => {
    const post = vi.fn(async (_message: MessageDraft) => undefined);
    connect(false);
    const before = open(post);
    act(() => before.current.write('Hello'));
    act(() => before.current.send());
    const { id } = before.current.draft;
    expect(before.current.draft.isWaiting).toBe(true);
    cleanup();
    const page = open(post);
    expect(page.current.draft).toMatchObject({ text: 'Hello', isWaiting: true });
    expect(post).not.toHaveBeenCalled();
    connect(true);
    connect(true);
    await vi.waitFor(() => expect(page.current.sentCount).toBe(1));
    expect(post.mock.calls.map(([message]) => message.id)).toEqual([id]);
    expect(page.current.draft).toMatchObject({ text: '', isWaiting: false });
  });

  test('one whose connection was lost is sent again as the same one', async () => {
    const sent: string[] = [];
    const post = async ({ id }: MessageDraft) => {
      sent.push(id);
      if (sent.length > 1) return;
      connect(false);
      throw new TypeError('Failed to fetch');
    };
    const page = open(post);
    act(() => page.current.write('Hello'));
    act(() => page.current.send());
    await vi.waitFor(() => expect(page.current.draft.isWaiting).toBe(true));
    connect(true);
    await vi.waitFor(() => expect(page.current.sentCount).toBe(1));
    expect(sent).toEqual([sent[0], sent[0]]);
  });

  test('one that the person takes back, or that is refused, is not sent again', async () => {
    const post = vi.fn(async (_message: MessageDraft) => {
      throw Object.assign(new Error('This question needs no answer anymore'), { code: 'PT409' });
    });
    connect(false);
    const page = open(post);
    act(() => page.current.write('Hello'));
    act(() => page.current.send());
    act(() => page.current.hold());
    connect(true);
    expect(post).not.toHaveBeenCalled();
    connect(false);
    act(() => page.current.send());
    connect(true);
    await vi.waitFor(() => expect(page.current.error).not.toBeNull());
    expect(page.current.draft).toMatchObject({ text: 'Hello', isWaiting: false });
    connect(true);
    expect(post).toHaveBeenCalledOnce();
  });
});
