import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { readSmsUrl, type SmsSettings } from '#server/settings/sms-settings.ts';
import { isFromGateway, signatureOf } from './inbound.ts';
import { gatewayTransport } from './transport.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const text = {
  id: '0b2f8f1e-7f5c-4b6e-9d32-3a1c2b4d5e6f',
  number: '+12035550142',
  kind: 'reminder' as const,
  body: 'Hello & goodbye',
  createdAt: new Date(),
};

/** A gateway that answers each post in this way. */
async function gateway(answer: { status: number; body?: string } | 'hang up') {
  const posts: { headers: IncomingMessage['headers']; url: string; form: URLSearchParams }[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers, url = '' } = request;
    posts.push({ headers, url, form: new URLSearchParams(Buffer.concat(chunks).toString()) });
    if (answer === 'hang up') response.destroy();
    else response.writeHead(answer.status).end(answer.body ?? '');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const settings = readSmsUrl(
    `http://user:s%20ecret@127.0.0.1:${port}/send?x=1&from=+12035550100`,
    undefined,
  );
  return { posts, settings: settings as SmsSettings };
}
const send = (settings: SmsSettings) => gatewayTransport(settings).send(text, AbortSignal.timeout(5_000));

test('posts From, To and Body with basic authentication', async () => {
  const { posts, settings } = await gateway({ status: 201, body: '{"sid":"SM1"}' });
  await send(settings);
  expect(posts).toHaveLength(1);
  const [post] = posts;
  expect(post?.url).toBe('/send?x=1');
  expect(post?.headers.authorization).toBe(`Basic ${Buffer.from('user:s ecret').toString('base64')}`);
  expect(post?.headers['idempotency-key']).toBe(text.id);
  expect(Object.fromEntries(post?.form ?? [])).toEqual({
    From: '+12035550100',
    To: text.number,
    Body: text.body,
  });
});

test.each([
  [{ status: 401 }, { failure: 'login', permanent: false }],
  [{ status: 429 }, { failure: 'busy', permanent: false }],
  [
    { status: 503, body: '<html>' },
    { failure: 'busy', permanent: false },
  ],
  [
    { status: 400, body: '{"code":21211,"message":"no"}' },
    { failure: 'bad_number', permanent: true },
  ],
  [
    { status: 400, body: '{"code":21610}' },
    { failure: 'refused', permanent: true, hasOptedOut: true },
  ],
  [{ status: 400 }, { failure: 'refused', permanent: true }],
  ['hang up' as const, { failure: 'unknown', permanent: true }],
])('%j: %j', async (answer, failure) => {
  const { settings } = await gateway(answer);
  await expect(send(settings)).rejects.toMatchObject(failure);
});

test('a gateway that does not listen is tried again', async () => {
  const { settings } = await gateway({ status: 201 });
  for (const server of servers.splice(0)) server.close();
  await expect(send(settings)).rejects.toMatchObject({ failure: 'unreachable', permanent: false });
});

test('a form is from the gateway by its signature or its password', () => {
  const form = new URLSearchParams({
    To: '+18005551212',
    From: '+14158675309',
    Digits: '1234',
    Caller: '+14158675309',
    CallSid: 'CA1234567890ABCDE',
  });
  const proof = { secret: '12345', address: 'https://mycompany.com/myapp.php?foo=1&bar=2' };
  // The example of Twilio's documentation.
  const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
  expect(signatureOf(form, proof)).toBe(signature);
  const from = (authorization: string | undefined, given?: string, fields = form) =>
    isFromGateway({ authorization, signature: given, form: fields }, proof);
  const basic = (password: string) => `Basic ${Buffer.from(`any:${password}`).toString('base64')}`;
  expect(from(undefined, signature)).toBe(true);
  expect(
    from(undefined, signature, new URLSearchParams({ ...Object.fromEntries(form), Digits: '1235' })),
  ).toBe(false);
  expect(from(basic('12345'))).toBe(true);
  expect(from(basic('12346'))).toBe(false);
  // A wrong signature is not saved by anything else.
  expect(from(basic('12345'), 'wrong')).toBe(false);
  expect(from(undefined)).toBe(false);
});
