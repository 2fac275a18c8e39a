import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { afterEach, expect, test, vi } from 'vitest';
import { createEmbeddedCaptcha } from './embedded.ts';

// Solving a challenge is meant to take a while.
vi.setConfig({ testTimeout: 20_000 });

const captcha = createEmbeddedCaptcha(() => [Buffer.alloc(32, 1)]);
const asked = { address: '203.0.113.7', action: undefined };

async function solved(): Promise<string> {
  const given = await captcha.challenge('login');
  if (given.provider !== 'embedded') throw new Error('another provider');
  const { challenge } = given;
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}

afterEach(() => void vi.useRealTimers());

test('accepts a solution for ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const token = await solved();
  vi.setSystemTime(Date.now() + 9 * 60_000);
  expect(await captcha.check(token, asked)).toMatchObject({ score: 1, action: 'login' });
  vi.setSystemTime(Date.now() + 2 * 60_000);
  expect(await captcha.check(token, asked)).toBeUndefined();
});

test('gives each challenge one id', async () => {
  const [one, two] = [await solved(), await solved()];
  const first = await captcha.check(one, asked);
  expect((await captcha.check(one, asked))?.id).toBe(first?.id);
  expect((await captcha.check(two, asked))?.id).not.toBe(first?.id);
});

test('rejects a solution on a server with another key', async () => {
  expect(
    await createEmbeddedCaptcha(() => [Buffer.alloc(32, 2)]).check(await solved(), asked),
  ).toBeUndefined();
});
