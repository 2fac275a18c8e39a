import { expect, test } from 'vitest';
import { contiguousAfter, nextSegment, segmentsBetween } from './wal-names.ts';

test('nextSegment carries from segment to log', () => {
  expect(nextSegment('000000010000000000000002')).toBe('000000010000000000000003');
  expect(nextSegment('0000000100000000000000FF')).toBe('000000010000000100000000');
  expect(nextSegment('00000002000000FF000000FF')).toBe('000000020000010000000000');
});

test('segmentsBetween includes both ends', () => {
  expect(segmentsBetween('0000000100000000000000FE', '000000010000000100000001')).toEqual([
    '0000000100000000000000FE',
    '0000000100000000000000FF',
    '000000010000000100000000',
    '000000010000000100000001',
  ]);
  expect(segmentsBetween('000000010000000000000002', '000000010000000000000002')).toHaveLength(1);
});

test('contiguousAfter stops at the first gap', () => {
  const there = ['04', '05', '07'].map((end) => `0000000100000000000000${end}`);
  const others = ['00000002.history', '00000001000000000000000A.00000028.backup', 'archtemp.x'];
  expect(contiguousAfter('000000010000000000000003', [...others, ...there])).toEqual(there.slice(0, 2));
  expect(contiguousAfter('000000010000000000000005', there)).toEqual([]);
});
