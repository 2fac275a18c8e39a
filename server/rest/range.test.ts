import { describe, expect, test } from 'vitest';
import { contentRange, rangeStatus, rowRange } from './range.ts';

const none = { limit: undefined, offset: undefined };

describe('rowRange', () => {
  test.each([
    [none, undefined, { offset: 0n, limit: 1000n }],
    [{ limit: 5n, offset: undefined }, undefined, { offset: 0n, limit: 5n }],
    [{ limit: 5n, offset: 7n }, undefined, { offset: 7n, limit: 5n }],
    [{ limit: 5000n, offset: 7n }, undefined, { offset: 7n, limit: 1000n }],
    [{ limit: 0n, offset: undefined }, undefined, { offset: 0n, limit: 0n }],
    [none, '0-19', { offset: 0n, limit: 20n }],
    [none, 'items=10-19', { offset: 10n, limit: 10n }],
    [none, '10-', { offset: 10n, limit: 1000n }],
    [none, 'bytes=0-99', { offset: 0n, limit: 1000n }],
    [none, 'nonsense', { offset: 0n, limit: 1000n }],
    [{ limit: 10n, offset: 5n }, '8-9', { offset: 8n, limit: 2n }],
    [{ limit: 2n, offset: 0n }, '8-9', { offset: 8n, limit: 0n }],
  ])('%o with %s', (query, header, range) => {
    expect(rowRange(query, header)).toEqual(range);
  });

  test('rejects an end before the start', () => {
    expect(() => rowRange(none, '5-4')).toThrow(expect.objectContaining({ code: 'PGRST103' }));
  });
});

test.each([
  [0n, 15n, undefined, '0-14/*'],
  [30n, 5n, 35n, '30-34/35'],
  [0n, 0n, 0n, '*/0'],
  [0n, 0n, undefined, '*/*'],
  [5n, 0n, 5n, '*/5'],
])('offset %d with %d rows of %s gives %s', (offset, rows, total, header) => {
  expect(contentRange(offset, rows, total)).toBe(header);
});

test('rangeStatus is 206 for a part, and throws behind the end', () => {
  expect(rangeStatus(0n, 5n, undefined)).toBe(200);
  expect(rangeStatus(0n, 5n, 5n)).toBe(200);
  expect(rangeStatus(0n, 4n, 5n)).toBe(206);
  expect(rangeStatus(5n, 0n, 5n)).toBe(206);
  expect(() => rangeStatus(6n, 0n, 5n)).toThrow(
    expect.objectContaining({
      code: 'PGRST103',
      details: 'An offset of 6 was requested, but there are only 5 rows.',
    }),
  );
});
