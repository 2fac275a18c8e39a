import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRunningHashes } from './running-hashes.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

test('a hash goes on where it was put down, and nowhere else', () => {
  const hashes = createRunningHashes();
  hashes.putDown('a', 3, hashes.takeUp('a', 0)?.update('abc') ?? createHash('md5'));
  expect(hashes.takeUp('a', 2)).toBeUndefined();
  expect(hashes.takeUp('b', 3)).toBeUndefined();
  expect(hashes.takeUp('a', 3)?.update('def').digest('hex')).toBe(sha256('abcdef'));
});

test('a piece that comes to nothing leaves no trace', () => {
  const hashes = createRunningHashes();
  hashes.putDown('a', 3, createHash('sha256').update('abc'));
  hashes.takeUp('a', 3)?.update('lost').digest();
  expect(hashes.takeUp('a', 3)?.update('d').digest('hex')).toBe(sha256('abcd'));
});

test('what is forgotten, or has rested longest among too many, is read again', () => {
  const hashes = createRunningHashes();
  hashes.putDown('first', 1, createHash('sha256'));
  for (let i = 0; i < 999; i++) hashes.putDown(`upload ${i}`, 1, createHash('sha256'));
  expect(hashes.takeUp('first', 1)).toBeDefined();
  hashes.putDown('one more', 1, createHash('sha256'));
  expect(hashes.takeUp('first', 1)).toBeUndefined();
  hashes.forget('one more');
  expect(hashes.takeUp('one more', 1)).toBeUndefined();
});
