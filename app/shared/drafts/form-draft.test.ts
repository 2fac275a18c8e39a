import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { formDraft } from './form-draft.ts';

const draft = formDraft('draft', { name: '', email: '' });
let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a draft is kept until it is forgotten', () => {
  expect(draft.read()).toEqual({ name: '', email: '' });
  draft.keep({ name: 'Rosa', email: 'r' });
  expect(draft.read()).toEqual({ name: 'Rosa', email: 'r' });
  draft.forget();
  expect([...kept]).toEqual([]);
});

test('whatever is in the storage, a draft has the form’s fields, and texts in them', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      kept.set('draft', text);
      const { name, email, ...more } = draft.read();
      expect([typeof name, typeof email, more]).toEqual(['string', 'string', {}]);
    }),
    { examples: [['null'], ['[]'], ['{"name":1,"email":"r","old":"x"}'], ['{"__proto__":{"name":"x"}}']] },
  );
  kept.set('draft', '{"name":1,"email":"r","old":"x"}');
  expect(draft.read()).toEqual({ name: '', email: 'r' });
});

test('a browser that refuses storage keeps none, and nothing breaks', () => {
  vi.stubGlobal('sessionStorage', undefined);
  draft.keep({ name: 'Rosa', email: '' });
  draft.forget();
  expect(draft.read()).toEqual({ name: '', email: '' });
});
