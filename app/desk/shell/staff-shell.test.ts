import { expect, test } from 'vitest';
import { shellAction } from './staff-shell.tsx';

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test('finds the action of a key', () => {
  expect(shellAction({ ...none, key: '/' }, false)).toBe('search');
  expect(shellAction({ ...none, key: '?', shiftKey: true }, false)).toBe('help');
  expect(shellAction({ ...none, key: 'k', ctrlKey: true }, false)).toBe('everything');
  expect(shellAction({ ...none, key: 'K', metaKey: true }, false)).toBe('everything');
  expect(shellAction({ ...none, key: 'k' }, false)).toBeNull();
});

test('leaves characters to a person who types, but not Ctrl+K', () => {
  expect(shellAction({ ...none, key: '/' }, true)).toBeNull();
  expect(shellAction({ ...none, key: '?', shiftKey: true }, true)).toBeNull();
  expect(shellAction({ ...none, key: 'k', ctrlKey: true }, true)).toBe('everything');
});

test('leaves other combinations to the browser', () => {
  expect(shellAction({ ...none, key: 'K', ctrlKey: true, shiftKey: true }, false)).toBeNull();
  expect(shellAction({ ...none, key: '/', ctrlKey: true }, false)).toBeNull();
  expect(shellAction({ ...none, key: '/', altKey: true }, false)).toBeNull();
  // A key such as AltGr+K, which types a character in some layouts.
  expect(shellAction({ ...none, key: 'k', ctrlKey: true, altKey: true }, false)).toBeNull();
});
