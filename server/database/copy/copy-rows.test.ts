/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRow } from './copy-rows.ts';
import { CopyFormatError, linesOf } from './lines.ts';

const ESCAPED: Record<string, string> = {
  '\\': '\\\\',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
};
/** Formats a value as PostgreSQL does. */
const format = (value: string | null) =>
  value === null ? '\\N' : value.replace(/[\\\b\f\n\r\t\v]/g, (one) => ESCAPED[one] ?? one);
const value = fc.option(fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0')));

describe('parseRow', () => {
  test('parses every value', () => {
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
        const columns = values.map((_, at) => `column${at}`);
        const row = parseRow(Buffer.from(values.map(format).join('\t')), columns);
        expect(columns.map((column) => row[column])).toEqual(values);
      }),
    );
  });

  test.each([
    ['too few values', 'a\tb', 'A row has 2 values in place of 3.'],
    ['too many values', 'a\tb\tc\td', 'A row has 4 values in place of 3.'],
    ['an escape that is cut off', 'a\tb\tc\\', 'A row ends in the middle of a value.'],
  ])('rejects %s', (_what, line, message) => {
    expect(() => parseRow(Buffer.from(line), ['x', 'y', 'z'])).toThrow(new CopyFormatError(message));
  });

  test('rejects bytes that are not UTF-8', () => {
    expect(() => parseRow(Buffer.of(0x61, 0xff), ['x'])).toThrow('A row is not text in UTF-8.');
  });
});

describe('linesOf', () => {
  const cut = async function* (bytes: Buffer, size: number) {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  };

  test('does not depend on chunk boundaries', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string().filter((text) => !text.includes('\n'))),
        fc.integer({ min: 1, max: 20 }),
        async (lines, size) => {
          const whole = Buffer.from(lines.map((line) => `${line}\n`).join(''));
          const found: string[] = [];
          for await (const line of linesOf(cut(whole, size))) found.push(line.toString());
          expect(found).toEqual(lines);
        },
      ),
    );
  });

  test.each([1, 100])('limits the length of a line (%i bytes at a time)', async (size) => {
    const drain = async () => {
      for await (const _ of linesOf(cut(Buffer.alloc(1000, 'x'), size), 500));
    };
    await expect(drain()).rejects.toThrow('A line is longer than 500 bytes.');
  });
});
