import { set } from 'react-hook-form';
import { expect, test } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { stalePrices } from './stale-prices.ts';

/** The demo office with other facts at these paths. */
function changed(changes: Record<string, unknown>): object {
  const facts = structuredClone(demoBusiness);
  for (const [path, value] of Object.entries(changes)) set(facts, path, value);
  return facts;
}

test.each<[Record<string, unknown>, object[]]>([
  [{}, []],
  [
    { 'prices.tiers.0.from': 85 },
    [
      {
        page: '/quote',
        name: 'Personal Taxes',
        values: [
          { path: 'prices.quote.0.from', was: 80, is: 85 },
          { path: 'prices.quote.0.to', was: 120, is: 120 },
        ],
      },
    ],
  ],
  [{ 'prices.quote.2.to': 450 }, [{ page: '/fees', name: 'Business Taxes', values: [{}, { is: 450 }] }]],
  // Both were changed, alike or not.
  [{ 'prices.tiers.0.from': 85, 'prices.quote.0.from': 90 }, []],
  [{ 'prices.digital.websiteFrom': 500 }, [{ page: '/fees', name: 'Website design', values: [{ is: 500 }] }]],
  [{ 'prices.extras.5.amount': 2500 }, [{ page: '/website-services', values: [{ was: 1998, is: 2500 }] }]],
  // Another service that happens to cost as much.
  [{ 'prices.extras.3.amount': 500 }, []],
  // Not a price yet.
  [{ 'prices.tiers.0.from': 'abc' }, []],
])('after %j', (changes, expected) => {
  expect(stalePrices(demoBusiness, changed(changes))).toMatchObject(expected);
});
