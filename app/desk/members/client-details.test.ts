import { expect, test } from 'vitest';
import { areTags, changedDetails, entryOf } from './client-details.ts';

const details = {
  addresses: [{ street: '4 Elm Street', city: 'Hartford' }, { city: 'Boston' }],
  contacts: [],
  tags: ['VIP'],
  preparer_id: 'dana',
  reviewer_id: null,
  client_since: null,
  tax_id_last4: null,
  archived_at: null,
};
const before = entryOf(details);

test('saves nothing if nothing was changed', () => {
  expect(changedDetails(before, { ...before }, details)).toEqual({});
  expect(changedDetails(before, { ...before, address: { ...before.address, zip: ' ' } }, details)).toEqual(
    {},
  );
});

test('saves what was changed, and leaves what a colleague has changed meanwhile', () => {
  const now = { ...details, preparer_id: 'sam', tags: ['VIP', 'late'] };
  expect(changedDetails(before, { ...before, client_since: '2020-01-01', preparer_id: '' }, now)).toEqual({
    client_since: '2020-01-01',
    preparer_id: null,
  });
  expect(changedDetails(before, { ...before, tags: 'VIP, new,, new ' }, now)).toEqual({
    tags: ['VIP', 'new'],
  });
});

test('the first address is replaced or removed, and the others stay', () => {
  const address = { ...before.address, city: ' New Haven ' };
  expect(changedDetails(before, { ...before, address }, details)).toEqual({
    addresses: [{ street: '4 Elm Street', city: 'New Haven' }, { city: 'Boston' }],
  });
  expect(changedDetails(before, { ...before, address: {} }, details)).toEqual({
    addresses: [{ city: 'Boston' }],
  });
});

test('as many tags as the database takes, and none that is cut', () => {
  const tags = Array.from({ length: 20 }, (_, n) => `${'🌰'.repeat(38)}${n + 10}`);
  expect(areTags(`${tags}, ${tags}`)).toBe(true);
  expect(areTags(`${tags}, one more`)).toBe(false);
  const long = 'x'.repeat(41);
  expect(areTags(long)).toBe(false);
  expect(changedDetails(before, { ...before, tags: long }, details)).toEqual({ tags: [long] });
});
