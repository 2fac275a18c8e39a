import { expect, it } from 'vitest';
import { release } from './release.ts';

it('frees what is a buffer’s own', () => {
  const own = Buffer.from(new ArrayBuffer(100));
  release(own);
  expect(own.byteLength).toBe(0);
});

it('leaves what a buffer shares with others', () => {
  const whole = Buffer.alloc(100_000, 'x');
  const part = whole.subarray(0, 50_000);
  release(part);
  expect(whole.byteLength).toBe(100_000);
  expect(part.toString('utf8', 0, 3)).toBe('xxx');
});
