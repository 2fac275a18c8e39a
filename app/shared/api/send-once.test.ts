import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('#app/env.ts', () => ({ publishableKey: 'key' }));
let passes = 0;
vi.mock('../captcha/captcha.ts', () => ({ captchaPass: async () => `pass-${++passes}` }));
const { createSender } = await import('./send-once.ts');

/** A server that writes down which pass wrote what, as long as the connection is there to bring it. */
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

test('what arrived, though its answer was lost, is not sent a second time', async () => {
  const send = createSender('appointment', 'appointments');
  answers = ['is lost'];
  await expect(send(rosa)).rejects.toThrow('Failed to fetch');
  expect(await send(rosa)).toEqual({ pass: 'pass-1', id: 'row-1' });
  expect(rows).toHaveLength(1);
  // Sent once more on purpose, it is another one.
  expect(await send(rosa)).toEqual({ pass: 'pass-2', id: 'row-2' });
});

test.each(['never came', 400, 502] as const)('what did not arrive (%s) is sent again', async (fate) => {
  const send = createSender('appointment', 'appointments');
  answers = [fate];
  await expect(send(rosa)).rejects.toThrow();
  expect(await send(rosa)).toEqual({ pass: 'pass-2', id: 'row-1' });
});

test('what was changed meanwhile is sent, whatever became of the first', async () => {
  const send = createSender('appointment', 'appointments');
  answers = ['is lost'];
  await expect(send(rosa)).rejects.toThrow();
  expect(await send({ name: 'Rosa Delgado' })).toEqual({ pass: 'pass-2', id: 'row-2' });
});
