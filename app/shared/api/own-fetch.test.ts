import { expect, test, vi } from 'vitest';
import { SessionOver } from './gate.ts';
import { createOwnFetch } from './own-fetch.ts';

/** A server that refuses the first token. Then `next` is signed in. */
function setUp(next: string) {
  let signedIn = 'ana';
  const sent = vi.fn(async (_: RequestInfo | URL, init?: RequestInit) => {
    const token = new Headers(init?.headers).get('authorization');
    return token === 'Bearer ana 1' ? new Response('{"code":"PGRST303"}', { status: 401 }) : new Response();
  });
  const ownFetch = createOwnFetch({
    fetch: sent,
    token: async () => (signedIn === 'ana' && sent.mock.calls.length === 0 ? 'ana 1' : `${signedIn} 2`),
    person: () => signedIn,
    refused: async () => {
      signedIn = next;
    },
  });
  return { sent, send: () => ownFetch('/rest/v1/messages', { method: 'POST', body: 'from Ana' }) };
}

test('a refused request goes out again after a login of the same person', async () => {
  const { send, sent } = setUp('ana');
  expect((await send()).status).toBe(200);
  expect(sent).toHaveBeenCalledTimes(2);
});

test('a refused request never goes out in the name of another person', async () => {
  const { send, sent } = setUp('bea');
  await expect(send()).rejects.toThrow(SessionOver);
  expect(sent).toHaveBeenCalledOnce();
});
