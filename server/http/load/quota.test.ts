/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createQuota, type Permit } from './quota.ts';

const bounds = { total: 100, network: 40, person: 30 };

test('bounds what a network, a person, and the process may hold', () => {
  const quota = createQuota(bounds);
  const first = quota.take({ network: 'a', person: 'maria' }, 30);
  expect(first).toBeDefined();
  expect(quota.take({ network: 'b', person: 'maria' }, 1)).toBeUndefined();
  expect(quota.take({ network: 'a' }, 11)).toBeUndefined();
  expect(quota.take({ network: 'a' }, 10)).toBeDefined();
  expect(quota.isUsedUp({ network: 'a' })).toBe(true);
  expect(quota.take({ network: 'b' }, 40)).toBeDefined();
  expect(quota.take({ network: 'c' }, 21)).toBeUndefined();
  first?.release();
  expect(quota.take({ network: 'c' }, 21)).toBeDefined();
});

test('a site may hold four times as much as one network', () => {
  const quota = createQuota({ total: 1_000, network: 10 });
  const permits = Array.from({ length: 8 }, (_, at) => quota.take({ network: `n${at}`, site: 's' }, 10));
  expect(permits.map((permit) => permit !== undefined)).toEqual([
    ...Array(4).fill(true),
    ...Array(4).fill(false),
  ]);
  expect(quota.isUsedUp({ network: 'n9', site: 's' })).toBe(true);
  expect(quota.take({ network: 'other', site: 't' }, 10)).toBeDefined();
});

test('keeps correct sums through any sequence of take, grow, and release', () => {
  const act = fc.record({
    network: fc.constantFrom('a', 'b', 'c'),
    person: fc.constantFrom(undefined, 'maria', 'rosa'),
    amount: fc.integer({ min: 1, max: 25 }),
    end: fc.constantFrom('keep', 'grow', 'release', 'release twice'),
  });
  fc.assert(
    fc.property(fc.array(act, { maxLength: 60 }), (acts) => {
      const quota = createQuota(bounds);
      const kept: Permit[] = [];
      let sum = 0;
      for (const { network, person, amount, end } of acts) {
        const permit = quota.take({ network, person }, amount);
        if (!permit) continue;
        if (end === 'keep' || end === 'grow') {
          sum += amount;
          kept.push(permit);
        }
        if (end === 'grow' && permit.grow(amount)) sum += amount;
        if (end.startsWith('release')) permit.release();
        if (end === 'release twice') permit.release();
        expect(quota.total()).toBe(sum);
        expect(sum).toBeLessThanOrEqual(bounds.total);
      }
      for (const permit of kept) permit.release();
      expect(quota.total()).toBe(0);
      expect(quota.take({ network: 'a', person: 'maria' }, 30)).toBeDefined();
    }),
  );
});
