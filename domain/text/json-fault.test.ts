/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonFault } from './json-fault.ts';

test.each([
  ['{\n  "name": "A"\n  "phone": "B"\n}', 3, 3],
  ['{\n  "name": "A",\n}', 3, 1],
  ['{\n  "name": "A"', 2, 14],
  ['{"a": bad}', 1, 7],
  ['{"a": "line\nbreak"}', 1, 7],
  ["{'a': 1}", 1, 2],
  ['{"a": 01}', 1, 8],
  ['{} {}', 1, 4],
  ['\uFEFF{}', 1, 1],
  ['', 1, 1],
])('%j stops at line %i, column %i', (text, line, column) => {
  expect(jsonFault(text)).toEqual({ line, column });
});

const isJson = (text: string) => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

test('agrees with the engine on any text, also after one changed character', () => {
  const texts = fc.tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '\\', '0', '}', ' ', '\u2028'));
  fc.assert(
    fc.property(texts, ([json, where, put]) => {
      const at = where % (json.length + 1);
      for (const text of [json, json.slice(0, at) + put + json.slice(at + 1)]) {
        expect(jsonFault(text) === undefined).toBe(isJson(text));
      }
    }),
  );
});
