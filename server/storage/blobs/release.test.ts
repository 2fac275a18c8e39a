import { expect, it } from 'vitest';
import { release } from './release.ts';

it('frees memory that the buffer owns', () => {
  const own = Buffer.from(new ArrayBuffer(100));
  release(own);
  expect(own.byteLength).toBe(0);
});

it('leaves memory that the buffer shares', () => {
  const whole = Buffer.alloc(100_000, 'x');
  const part = whole.subarray(0, 50_000);
  release(part);
  expect(whole.byteLength).toBe(100_000);
  expect(part.toString('utf8', 0, 3)).toBe('xxx');
});
