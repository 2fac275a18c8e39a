// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { answerKey, blankDraft, messageDraft, messageKey } from './message-draft.ts';
import { noteOpenPlace } from './open-places.ts';
import { WaitingMessages } from './waiting-messages.tsx';

const server = vi.hoisted(() => ({ sent: [] as unknown[], error: null as object | null }));
vi.mock('#app/shared/api/rest.ts', () => ({
  rest: {
    rpc: async (_name: string, message: unknown) => {
      server.sent.push(message);
      return { error: server.error };
    },
  },
}));
beforeEach(() => sessionStorage.clear());
beforeEach(() => void Object.assign(server, { sent: [], error: null }));
afterEach(cleanup);
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function connect(isOnline: boolean): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => void window.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
}
const waiting = (id: string) => ({ ...blankDraft, id, clientId: 'c1', text: ` ${id} `, isWaiting: true });
const keep = (place: string, id: string, userId = 'ana') => messageDraft(userId, place).save(waiting(id));
const openPage = () => render(<WaitingMessages userId="ana" />, { wrapper: PageOfOffice });

test('sends what a client wrote without a connection, once there is one', async () => {
  keep(messageKey('c1'), 'm1');
  keep(answerKey('q1'), 'm2');
  // Of staff, whose page may ask; and of someone else.
  keep('message.to.c1', 'm3');
  keep(messageKey('c1'), 'm4', 'ben');
  connect(false);
  openPage();
  expect(server.sent).toEqual([]);
  connect(true);
  connect(true);
  await vi.waitFor(() => expect(messageDraft('ana', answerKey('q1')).read()).toEqual(blankDraft));
  expect(server.sent).toEqual([
    { message_id: 'm1', client_id: 'c1', body: 'm1', document_ids: [] },
    { message_id: 'm2', client_id: 'c1', body: 'm2', document_ids: [], answers: 'q1' },
  ]);
  expect(messageDraft('ana', messageKey('c1')).read()).toEqual(blankDraft);
});

test('leaves a message to the page on which it is open', async () => {
  keep(messageKey('c1'), 'm1');
  keep(messageKey('c2'), 'm2');
  const end = noteOpenPlace(messageKey('c1'));
  connect(true);
  openPage();
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  end();
  expect(server.sent).toMatchObject([{ message_id: 'm2' }]);
});

test('tries again after a while if the network does not work yet', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  keep(messageKey('c1'), 'm1');
  server.error = { message: 'TypeError: Failed to fetch' };
  connect(true);
  openPage();
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  server.error = null;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  await vi.waitFor(() => expect(messageDraft('ana', messageKey('c1')).read()).toEqual(blankDraft));
  expect(server.sent).toHaveLength(2);
});

test('keeps one whose connection was lost, and gives one back that was refused', async () => {
  keep(messageKey('c1'), 'm1');
  server.error = { message: 'TypeError: Failed to fetch' };
  connect(true);
  openPage();
  await vi.waitFor(() => expect(server.sent).toHaveLength(1));
  expect(messageDraft('ana', messageKey('c1')).read()).toEqual(waiting('m1'));
  cleanup();
  server.error = { code: '42501', message: 'No access' };
  openPage();
  await vi.waitFor(() =>
    expect(messageDraft('ana', messageKey('c1')).read()).toEqual({ ...waiting('m1'), isWaiting: false }),
  );
});
