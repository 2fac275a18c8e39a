/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { doubtAboutRoutingNumber } from './routing-number.ts';

const real = ['011000015', '021000021', '211170101', '122105155'];

const reasonFor = (number: string) => {
  const reason = doubtAboutRoutingNumber(number);
  return reason && englishReader.t(reason);
};

test.each(real)('%s is valid', (number) => {
  expect(doubtAboutRoutingNumber(number)).toBeUndefined();
});

test('doubts any single wrong digit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...real), fc.nat(8), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
      const wrong = (Number(number[at]) + by) % 10;
      expect(reasonFor(number.slice(0, at) + wrong + number.slice(at + 1))).toMatch(
        /No bank uses this number/,
      );
    }),
  );
});

test.each(['101000015', '000000000', '0110 0001 6'])('doubts %s', (number) => {
  expect(reasonFor(number)).toMatch(/No bank uses this number/);
});

test.each(['', '01100001', '0110000155'])('ignores the incomplete %j', (number) => {
  expect(doubtAboutRoutingNumber(number)).toBeUndefined();
});
