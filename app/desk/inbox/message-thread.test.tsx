// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { MessageThread, type MessageThreadProps } from './message-thread.tsx';

const updates = vi.hoisted(() => [] as unknown[]);
vi.mock('#app/shared/api/rest.ts', () => {
  const nothing = Promise.resolve({ data: [], error: null });
  const read = { eq: () => read, order: () => read, abortSignal: () => nothing };
  const update = (values: unknown) => {
    updates.push(values);
    // None is saved during the test.
    return { eq: () => new Promise(() => undefined) };
  };
  return { rest: { from: () => ({ select: () => read, update }), rpc: () => read } };
});
// The office has changed no text.
vi.mock('#app/shared/api/own-fetch.ts', () => ({ callOwn: async () => ({}) }));
vi.mock('./assignees.ts', () => ({
  useStaff: () => ({
    ownId: 'sam',
    staff: [{ user_id: 'kim', first_name: 'Kim', last_name: 'Lee', email: 'kim@example.com' }],
    nameOf: () => 'Kim Lee',
  }),
}));
vi.mock('#app/shared/session/session.tsx', () => ({ useSession: () => ({ user: { id: 'sam' } }) }));
afterEach(cleanup);

const given = {
  message: {
    id: 'm1',
    name: 'Ana',
    email: 'ana@example.com',
    subject: 'pricing',
    message: 'Hello',
    status: 'open',
    assigned_to: 'sam',
  },
} as unknown as MessageThreadProps;

test('a second choice of who a message is assigned to counts while the first is being saved', async () => {
  render(<MessageThread {...given} />, { wrapper: PageOfOffice });
  const assigned = screen.getByLabelText('Assigned to');
  await userEvent.selectOptions(assigned, 'Kim Lee');
  await userEvent.selectOptions(assigned, 'Kim Lee');
  await userEvent.selectOptions(assigned, 'No one');
  await vi.waitFor(() => expect(updates).toHaveLength(2));
  expect(updates).toEqual([{ assigned_to: 'kim' }, { assigned_to: null }]);
});
