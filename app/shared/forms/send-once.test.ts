import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('#app/env.ts', () => ({ publishableKey: 'key' }));
let passes = 0;
vi.mock('../captcha/captcha.ts', () => ({ captchaPass: async () => `pass-${++passes}` }));
const { createSender } = await import('./send-once.ts');

/** The rows that reached the server. `answers` tells what happens to each request. */
let rows: { id: string; pass: string }[];
let answers: ('arrives' | 'is lost' | 'never came' | number)[];

beforeEach(() => {
  passes = 0;
  rows = [];
  answers = [];
  vi.stubGlobal('fetch', async (_path: string, { method, headers }: RequestInit) => {
    const pass = new Headers(headers).get('x-captcha-pass') ?? '';
    if (method === 'GET') return Response.json(rows.filter((row) => row.pass === pass));
    const fate = answers.shift() ?? 'arrives';
    if (typeof fate === 'number') return Response.json({}, { status: fate });
    if (fate !== 'never came') rows.push({ id: `row-${rows.length + 1}`, pass });
    if (fate !== 'arrives') throw new TypeError('Failed to fetch');
    return Response.json([rows.at(-1)]);
  });
});

const rosa = { name: 'Rosa' };

test('does not send a row again that arrived although the response was lost', async () => {
  const send = createSender('contact', 'contact_submissions');
  answers = ['is lost'];
  await expect(send(rosa)).rejects.toThrow('Failed to fetch');
  expect(await send(rosa)).toBe(true);
  expect(rows).toEqual([{ id: 'row-1', pass: 'pass-1' }]);
  // Sent again on purpose, it is another row.
  expect(await send(rosa)).toBe(true);
  expect(rows).toHaveLength(2);
});

test.each(['never came', 400, 502] as const)('sends a row again that did not arrive (%s)', async (fate) => {
  const send = createSender('contact', 'contact_submissions');
  answers = [fate];
  await expect(send(rosa)).rejects.toThrow();
  expect(await send(rosa)).toBe(true);
  expect(rows).toEqual([{ id: 'row-1', pass: 'pass-2' }]);
});

test('sends a changed row, whatever happened to the first one', async () => {
  const send = createSender('contact', 'contact_submissions');
  answers = ['is lost'];
  await expect(send(rosa)).rejects.toThrow();
  expect(await send({ name: 'Rosa Delgado' })).toBe(true);
  expect(rows).toHaveLength(2);
});
