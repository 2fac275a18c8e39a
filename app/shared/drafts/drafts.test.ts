import { beforeEach, expect, test, vi } from 'vitest';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};
const blank = { firstName: 'Ana', phone: '' };

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('sessionStorage', storage);
});

test('a draft comes back to the person whose it is, until it is sent', () => {
  keepDraft('ana', 'details', { firstName: 'Anna', phone: '203' });
  expect(readDraft('ana', 'details', blank)).toEqual({ firstName: 'Anna', phone: '203' });
  expect(readDraft('bea', 'details', blank)).toBeNull();
  expect(readDraft('ana', 'other', blank)).toBeNull();
  forgetDraft('ana', 'details');
  expect(readDraft('ana', 'details', blank)).toBeNull();
});

test('of an older form only the fields that still are', () => {
  kept.set('nutmeg.draft.ana.details', JSON.stringify({ firstName: 7, phone: '203', fax: '1' }));
  expect(readDraft('ana', 'details', blank)).toEqual({ firstName: 'Ana', phone: '203' });
});

test.each(['{', '7', 'null'])('%s is no draft', (text) => {
  kept.set('nutmeg.draft.ana.details', text);
  expect(readDraft('ana', 'details', blank)).toBeNull();
});

test('a browser that refuses storage has no drafts, and no error', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  keepDraft('ana', 'details', blank);
  forgetDraft('ana', 'details');
  expect(readDraft('ana', 'details', blank)).toBeNull();
});
