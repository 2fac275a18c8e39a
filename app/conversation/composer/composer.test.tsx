// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { AttachmentUploads } from './attachment-uploads.ts';
import { Composer } from './composer.tsx';
import type { MessageDraft } from './message-draft.ts';
import { messageKey } from './message-draft.ts';
import { useComposer } from './use-composer.ts';

vi.mock('#app/shared/api/rest.ts', () => ({ rest: {} }));
beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const place = { key: messageKey('rosa'), clientId: 'rosa', clientName: null, year: 2026 };
const uploads: AttachmentUploads = {
  send: () => undefined,
  onStored: () => () => undefined,
  isFor: () => false,
  isUploading: () => false,
};

function Page({ post }: { post: (message: MessageDraft) => Promise<void> }) {
  const composer = useComposer({ userId: 'rosa', place, uploads, post, isPosted: () => false });
  return <Composer composer={composer} label="Your message" action="Send" mayAttach uploads={null} />;
}

test('a message is written and sent by keyboard alone', async () => {
  const post = vi.fn(async (_message: MessageDraft) => undefined);
  render(<Page post={post} />, { wrapper: PageOfOffice });
  await userEvent.tab();
  expect(document.activeElement).toBe(screen.getByLabelText('Your message'));
  await userEvent.keyboard('Hello{Enter}there{Control>}{Enter}{/Control}');
  await vi.waitFor(() => expect(post.mock.calls.map(([{ text }]) => text)).toEqual(['Hello\nthere']));
  await vi.waitFor(() => expect(screen.getByRole('status').textContent).toBe('Your message was sent.'));
  await userEvent.keyboard('Again');
  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Send');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(post).toHaveBeenCalledTimes(2));
});
