import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { captchaPass, prepareCaptcha } from './captcha.ts';

const MINUTE = 60_000;
let calls: string[];
let challenges: number;
let isDown: boolean;

vi.mock('../api/api.ts', () => ({
  callFunction: async (name: string, { body }: { body?: { token: string } }) => {
    calls.push(body ? `${name} ${body.token}` : name);
    if (body) return { success: true, score: 1, pass: `pass for ${body.token}` };
    if (isDown) throw new Error('down');
    return { provider: 'embedded', challenge: ++challenges };
  },
}));
vi.mock('./proof-of-work.ts', () => ({
  solveProofOfWork: async (challenge: number) => `token ${challenge}`,
}));

beforeEach(() => {
  vi.useFakeTimers();
  [calls, challenges, isDown] = [[], 0, false];
});
afterEach(() => {
  vi.useRealTimers();
});

test('a pass uses the token that was made in advance, once', async () => {
  prepareCaptcha('login');
  expect(await captchaPass('login')).toBe('pass for token 1');
  expect(calls).toEqual(['captcha-challenge?action=login', 'verify-recaptcha token 1']);
  expect(await captchaPass('login')).toBe('pass for token 2');
});

test('a token for another action, or an old one, is not used', async () => {
  prepareCaptcha('signup');
  expect(await captchaPass('login')).toBe('pass for token 2');
  prepareCaptcha('login');
  vi.advanceTimersByTime(MINUTE);
  expect(await captchaPass('login')).toBe('pass for token 4');
});

test('a token that could not be made in advance is made again', async () => {
  isDown = true;
  prepareCaptcha('login');
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  isDown = false;
  expect(await captchaPass('login')).toBe('pass for token 1');
});
