/** @module-tag property */
import fc from 'fast-check';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPasses } from './passes.ts';

const secret = Buffer.alloc(32, 1);
const passes = createPasses(() => [secret]);
const pass = { id: '0b2c8f1e-6d1f-4d3a-9d5e-0123456789ab', action: 'login' } as const;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a pass', () => {
  test('is fresh for ten minutes', async () => {
    const token = await passes.issue(pass);
    expect(await passes.verify(token)).toEqual({ ...pass, fresh: true });
    vi.advanceTimersByTime(599_000);
    expect(await passes.verify(token)).toEqual({ ...pass, fresh: true });
    vi.advanceTimersByTime(1_000);
    expect(await passes.verify(token)).toEqual({ ...pass, fresh: false });
  });

  test('is valid on every server with the same key', async () => {
    const token = await passes.issue(pass);
    expect(await createPasses(() => [Buffer.alloc(32, 1)]).verify(token)).toEqual({ ...pass, fresh: true });
    expect(await createPasses(() => [Buffer.alloc(32, 2)]).verify(token)).toBeUndefined();
  });

  test('is not a token with another audience', async () => {
    const token = (audience: string, exp: string) =>
      new SignJWT({ action: 'login' })
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(audience)
        .setJti(pass.id)
        .setExpirationTime(exp)
        .sign(secret);
    expect(await passes.verify(await token('captcha pass', '1m'))).toEqual({ ...pass, fresh: true });
    expect(await passes.verify(await token('download', '1m'))).toBeUndefined();
    expect(await passes.verify(await token('download', '-1m'))).toBeUndefined();
  });

  test('is not valid with a changed character', async () => {
    const token = await passes.issue(pass);
    await fc.assert(
      fc.asyncProperty(
        fc.nat(token.length - 1),
        fc.constantFrom('A', 'b', '7', '.', '_'),
        async (at, letter) => {
          const changed = token.slice(0, at) + letter + token.slice(at + 1);
          // The last letter has bits that say nothing.
          fc.pre(changed !== token && at !== token.length - 1);
          expect(await passes.verify(changed)).toBeUndefined();
        },
      ),
    );
  });
});
