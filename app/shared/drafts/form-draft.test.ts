/** @module-tag property */
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { accountDraft, formDraft } from './form-draft.ts';

const draft = formDraft('draft', { name: '', email: '' });
const details = (userId: string, form = 'details') =>
  accountDraft(userId, form, { firstName: 'Ana', phone: '' });
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is stored until it is cleared', () => {
  expect(draft.read()).toBeNull();
  draft.save({ name: 'Rosa', email: 'r' });
  expect(draft.read()).toEqual({ name: 'Rosa', email: 'r' });
  draft.clear();
  expect([...stored]).toEqual([]);
});

test('stores only the fields of the draft', () => {
  const answers = { name: 'Rosa', email: 'r', password: 'secret' };
  draft.save(answers);
  expect([...stored]).toEqual([['draft', '{"name":"Rosa","email":"r"}']]);
});

test("any stored value gives a draft with the form's fields as strings", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      stored.set('draft', text);
      const { name, email, ...more } = draft.read() ?? { name: '', email: '' };
      expect([typeof name, typeof email, more]).toEqual(['string', 'string', {}]);
    }),
    { examples: [['null'], ['[]'], ['{"name":1,"email":"r","old":"x"}'], ['{"__proto__":{"name":"x"}}']] },
  );
  stored.set('draft', '{"name":1,"email":"r","old":"x"}');
  expect(draft.read()).toEqual({ name: '', email: 'r' });
});

test('an account’s draft is for that account and form only', () => {
  details('ana').save({ firstName: 'Anna', phone: '203' });
  expect(details('ana').read()).toEqual({ firstName: 'Anna', phone: '203' });
  expect(details('bea').read()).toBeNull();
  expect(details('ana', 'other').read()).toBeNull();
  details('ana').clear();
  expect(details('ana').read()).toBeNull();
});

test("keeps only existing fields of an older form's draft", () => {
  stored.set('nutmeg.draft.ana.details', JSON.stringify({ firstName: 7, phone: '203', fax: '1' }));
  expect(details('ana').read()).toEqual({ firstName: 'Ana', phone: '203' });
});

test.each(['{', '7', 'null'])('%s is not a draft', (text) => {
  stored.set('nutmeg.draft.ana.details', text);
  expect(details('ana').read()).toBeNull();
});

const refuse = () => {
  throw new Error('refused');
};
test.each([
  ['has no storage', undefined],
  ['refuses storage', { getItem: refuse, setItem: refuse, removeItem: refuse }],
])('a browser that %s has no drafts and causes no errors', (_, storage) => {
  vi.stubGlobal('sessionStorage', storage);
  draft.save({ name: 'Rosa', email: '' });
  draft.clear();
  expect(draft.read()).toBeNull();
});
