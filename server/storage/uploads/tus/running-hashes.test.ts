import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRunningHashes } from './running-hashes.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('resumes a hash at the saved offset only', () => {
  const hashes = createRunningHashes();
  hashes.save('a', 3, hashes.resume('a', 0)?.update('abc') ?? createHash('md5'));
  expect(hashes.resume('a', 2)).toBeUndefined();
  expect(hashes.resume('b', 3)).toBeUndefined();
  expect(hashes.resume('a', 3)?.update('def').digest('hex')).toBe(sha256('abcdef'));
});

test('a failed piece does not change the saved hash', () => {
  const hashes = createRunningHashes();
  hashes.save('a', 3, createHash('sha256').update('abc'));
  hashes.resume('a', 3)?.update('lost').digest();
  expect(hashes.resume('a', 3)?.update('d').digest('hex')).toBe(sha256('abcd'));
});

test('drops forgotten hashes, and the oldest above the limit', () => {
  const hashes = createRunningHashes();
  hashes.save('first', 1, createHash('sha256'));
  for (let i = 0; i < 999; i++) hashes.save(`upload ${i}`, 1, createHash('sha256'));
  expect(hashes.resume('first', 1)).toBeDefined();
  hashes.save('one more', 1, createHash('sha256'));
  expect(hashes.resume('first', 1)).toBeUndefined();
  hashes.forget('one more');
  expect(hashes.resume('one more', 1)).toBeUndefined();
});
