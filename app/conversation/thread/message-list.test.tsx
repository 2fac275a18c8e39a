// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import type { ThreadMessage } from '../queries.ts';
import { MessageList } from './message-list.tsx';
import type { Thread } from './use-thread.ts';

vi.mock('#app/shared/api/rest.ts', () => ({ rest: {} }));
afterEach(cleanup);

const message = (sequence: number, more: Partial<ThreadMessage>) =>
  ({
    id: `m${sequence}`,
    sequence,
    side: 'client',
    author_name: 'Rosa',
    body: '',
    created_at: `2026-03-0${sequence}T17:00:00Z`,
    origin: 'portal',
    documents: [],
    attachments: 0,
    is_question: false,
    settled_at: null,
    answer: null,
    answers_question: null,
    staff_only: false,
    about_document: null,
    about_document_name: null,
    about_year: null,
    about_field: null,
    about_item_year: null,
    about_item: null,
    submission_id: null,
    ...more,
  }) as ThreadMessage;

test('a screen reader gets who wrote what when, oldest first, and who wrote last', () => {
  const thread = {
    messages: [
      message(3, { side: 'office', author_name: 'Sam', body: 'Which bank is it?', is_question: true }),
      message(2, {
        body: 'Here is the check.',
        documents: [{ id: 'd1', name: 'check.jpg' }],
        attachments: 1,
      }),
      message(1, { side: 'office', author_name: 'Sam', body: 'Please send a check.' }),
    ],
    summary: { unread: 0, seen_up_to: 2 },
    error: null,
    olderError: null,
    hasOlder: true,
    isLoadingOlder: false,
  } as unknown as Thread;
  render(
    <MessageList
      thread={thread}
      clientId="rosa"
      side="client"
      marks={false}
      nothing=""
      className=""
      nameOf={({ author_name }) => author_name}
      onOpen={() => undefined}
      formLink={() => null}
      itemLink={() => null}
    />,
    { wrapper: PageOfOffice },
  );
  const list = within(screen.getByRole('region', { name: 'Messages' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Sam, Mar 1, 2026, 12:00 PM ESTPlease send a check.',
    'Rosa, Mar 2, 2026, 12:00 PM ESTHere is the check.check.jpgSeen',
    'check.jpg',
    'Sam, Mar 3, 2026, 12:00 PM ESTWhich bank is it?Question without an answer',
  ]);
  expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Show older messages',
    'check.jpg',
  ]);
  expect(screen.getByRole('status').textContent).toBe('Latest message from Sam');
  // With the arrow keys, it scrolls.
  expect(screen.getByRole('region', { name: 'Messages' }).tabIndex).toBe(0);
});
