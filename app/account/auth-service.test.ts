import { expect, test, vi } from 'vitest';
import { createMailRequests } from './auth-service.ts';

const url = 'http://localhost/auth/v1/recover';
const body = (email: string) => ({ method: 'POST', body: JSON.stringify({ email }) });
const tooSoon = () => new Response(JSON.stringify({ code: 'over_email_send_rate_limit' }), { status: 429 });

function setUp() {
  let time = 0;
  const send = vi.fn(async (): Promise<Response> => tooSoon());
  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  return { ask: createMailRequests(send, () => time), pass: (ms: number) => (time += ms) };
}

test('a mail whose answer was lost counts as sent when it is asked for again', async () => {
  const { ask } = setUp();
  await expect(ask(url, body('rosa@example.com'))).rejects.toThrow('Failed to fetch');
  expect((await ask(url, body('Rosa@example.com'))).status).toBe(200);
});

test.each<[string, (ask: ReturnType<typeof setUp>) => Promise<Response>]>([
  ['another address', ({ ask }) => ask(url, body('nora@example.com'))],
  ['another mail', ({ ask }) => ask(url.replace('recover', 'signup'), body('rosa@example.com'))],
  [
    'much later',
    ({ ask, pass }) => {
      pass(10 * 60_000);
      return ask(url, body('rosa@example.com'));
    },
  ],
])('the limit holds for %s', async (_, repeat) => {
  const requests = setUp();
  await requests.ask(url, body('rosa@example.com')).catch(() => undefined);
  expect((await repeat(requests)).status).toBe(429);
});

test('the limit holds for a repeat that was lost after a mail that was sent', async () => {
  const answers = [new Response('{}'), new TypeError('Failed to fetch'), tooSoon()];
  const ask = createMailRequests(
    async () => {
      const answer = answers.shift() ?? tooSoon();
      if (answer instanceof Error) throw answer;
      return answer;
    },
    () => 0,
  );
  expect((await ask(url, body('rosa@example.com'))).status).toBe(200);
  await expect(ask(url, body('rosa@example.com'))).rejects.toThrow('Failed to fetch');
  expect((await ask(url, body('rosa@example.com'))).status).toBe(429);
});
