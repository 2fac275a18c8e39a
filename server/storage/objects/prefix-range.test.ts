/** @module-tag property */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inputs } from '#tests/support/property-inputs.ts';
import { prefixEnd } from './prefix-range.ts';

it.each([
  ['a/', 'a0'],
  ['é', 'ê'],
  ['\ud7ff', '\ue000'],
  ['a\u{10ffff}', 'b'],
  ['\u{10ffff}', null],
  ['', null],
])('%j ends before %j', (prefix, end) => {
  expect(prefixEnd(prefix)).toBe(end);
});

it('separates the names with the prefix from all others', () => {
  const before = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0;
  const text = fc.string({ unit: 'binary', maxLength: 4 }).filter((given) => given.isWellFormed());
  fc.assert(
    fc.property(text, text, (prefix, other) => {
      for (const name of [other, prefix + other]) {
        const end = prefixEnd(prefix);
        const inRange = !before(name, prefix) && (end === null || before(name, end));
        expect(inRange).toBe(name.startsWith(prefix));
      }
    }),
    { numRuns: inputs(2000) },
  );
});
