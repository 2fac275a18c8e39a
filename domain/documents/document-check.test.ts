/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { englishReader } from '#server/language/readers.ts';
import { inputs } from '#tests/support/property-inputs.ts';
import { checkDocument, checkHead, checkName } from './document-check.ts';
import {
  acceptsExtension,
  FILE_INPUT_TYPES,
  HEAD_BYTES,
  mediaTypeFor,
  TAIL_BYTES,
} from './document-types.ts';

const { t: english } = englishReader;

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const check = (name: string, content: string | Uint8Array) => {
  const bytes = typeof content === 'string' ? bytesOf(content) : content;
  return checkDocument({ name, size: bytes.length, ...endsOf(bytes) });
};
const endsOf = (bytes: Uint8Array) => ({
  head: bytes.subarray(0, HEAD_BYTES),
  tail: bytes.subarray(-TAIL_BYTES),
});
const problemOf = (name: string, content: string | Uint8Array) => {
  const verdict = check(name, content);
  return verdict.accepted ? undefined : english(verdict.problem);
};
const typeOf = (name: string, content: string) => mediaTypeFor(name, endsOf(bytesOf(content)));

const PDF = '%PDF-1.7\n1 0 obj\nendobj\nstartxref\n9\n%%EOF\n';
const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0IEND\xaeB`\x82';
const JPEG = '\xff\xd8\xff\xe0\0\x10JFIF\0\xff\xd9';
const HEIC = '\0\0\0\x18ftypheic\0\0\0\0';
const OLE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0';
const DOCX = 'PK\x03\x04\x14\0[Content_Types].xml\0\0word/document.xml';
const XLSX = 'PK\x03\x04\x14\0[Content_Types].xml\0\0xl/workbook.xml';
const EXE = 'MZ\x90\0\x03\0\0\0';
const SVG = '<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>';
const UTF16 = '\xff\xfea\0,\0b\0';
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

describe('accepted documents and their media types', () => {
  test.each([
    ['W2.pdf', PDF, 'application/pdf'],
    ['W2.PDF', `\n\r scanned by mail\n${PDF}`, 'application/pdf'],
    ['photo.jpg', JPEG, 'image/jpeg'],
    ['photo.JFIF', JPEG, 'image/jpeg'],
    ['IMG_0001.jpg', HEIC, 'image/heic'],
    ['IMG_0001.HEIC', JPEG, 'image/jpeg'],
    ['id.png', PNG, 'image/png'],
    ['id.webp', 'RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
    ['id.gif', 'GIF89a\0\0', 'image/gif'],
    ['id.bmp', 'BM\0\0\0\0', 'image/bmp'],
    ['scan.tif', 'II*\0\0', 'image/tiff'],
    ['scan.tiff', 'MM\0*\0', 'image/tiff'],
    ['a.avif', '\0\0\0\x1cftypavif\0\0\0\0', 'image/avif'],
    ['a.heif', '\0\0\0\x1cftypmif1\0\0\0\0', 'image/heif'],
    ['logo.svg', SVG, 'image/svg+xml'],
    ['letter.docx', DOCX, DOCX_TYPE],
    ['sums.xlsx', XLSX, XLSX_TYPE],
    ['sums.xls', XLSX, XLSX_TYPE],
    ['letter.doc', OLE, 'application/msword'],
    ['sums.xls', OLE, 'application/vnd.ms-excel'],
    ['letter.doc', '{\\rtf1 }', 'application/rtf'],
    ['export.xls', 'a\tb\n1\t2\n', 'text/plain'],
    ['list.csv', 'name,amount\nMaría,1\n', 'text/csv'],
    ['list.csv', UTF16, 'text/csv'],
    ['note.txt', 'BMW and MZ motorbikes', 'text/plain'],
    ['note.txt', '\xef\xbb\xbfhello', 'text/plain'],
    ['scan', PDF, 'application/pdf'],
    ['W2.2023', JPEG, 'image/jpeg'],
    ['note', 'plain words', 'text/plain'],
  ])('%s', (name, content, type) => {
    expect(problemOf(name, content)).toBeUndefined();
    expect(typeOf(name, content)).toBe(type);
  });

  test('accepts an office document that names its parts only at its end', () => {
    const bytes = bytesOf(`PK\x03\x04${'\0'.repeat(HEAD_BYTES + TAIL_BYTES)}word/document.xml`);
    expect(checkHead('letter.docx', bytes.subarray(0, HEAD_BYTES))).toEqual({ accepted: true });
    expect(problemOf('letter.docx', bytes)).toBeUndefined();
    expect(mediaTypeFor('letter.docx', endsOf(bytes))).toBe(DOCX_TYPE);
  });
});

describe('rejected files and their messages', () => {
  test.each([
    ['W2.pdf', '', /^This file is empty\./],
    ['setup.exe', EXE, /^We can’t take files that end in “\.exe”\. Please send a PDF/],
    ['papers.zip', 'PK\x03\x04', /^This is a ZIP file\./],
    ['papers.pdf', 'PK\x03\x04\0\0a.txt', /^This is a ZIP file\./],
    ['W2.pdf', EXE, /^This is a program/],
    ['W2.pdf', `${EXE}${PDF}`, /^This is a program/],
    ['W2.pdf', '\x7fELF\x02\x01\0', /^This is a program/],
    ['W2.pdf', '#!/bin/sh\nrm -rf /\n', /^This is a script/],
    ['note.txt', '#!/bin/sh\n', /^This is a script/],
    ['note.txt', '<?php system($x);', /^This is a script/],
    ['W2.pdf', '<!DOCTYPE html><script>alert(1)</script>', /^This is a web page.*Save as PDF/],
    ['W2.pdf', `<html><!-- ${PDF} -->`, /^This is a web page/],
    ['photo.jpg', ' <script>alert(1)</script>', /^This is a web page/],
    ['logo.svg', '<html><svg></svg>', /^This is a web page/],
    ['W2.pdf', 'plain words', /^This file’s name ends in “\.pdf”, but it’s a different kind of file/],
    ['W2.pdf', JPEG, /a different kind of file/],
    ['photo.jpg', PDF, /a different kind of file/],
    ['note.txt', 'a\0b', /^This file is damaged, or it is not really a “\.txt” file/],
    ['letter.docx', PDF, /a different kind of file/],
    ['list.csv', DOCX, /a different kind of file/],
    ['thing', '\x01\x02\0\x03', /^We can’t tell what kind of file this is/],
    ['W2.pdf', '%PDF-1.7\n1 0 obj\n', /^The end of this PDF is missing/],
    ['id.png', PNG.slice(0, -8), /^Part of this picture is missing/],
  ])('%s', (name, content, problem) => {
    expect(problemOf(name, content)).toMatch(problem);
  });

  test('each message says what to do', () => {
    for (const [name, content] of [
      ['a.pdf', ''],
      ['a.exe', 'x'],
      ['a.zip', 'x'],
      ['a.pdf', EXE],
      ['a.pdf', '\x01\0'],
      ['a.pdf', 'x'],
      ['a', '\x01\0'],
      ['a.png', PNG.slice(0, -8)],
    ] as const) {
      expect(problemOf(name, content)).toMatch(/Please /);
    }
  });
});

describe('accepted documents with a note', () => {
  test.each([
    [
      'W2.pdf',
      PDF.replace('%%EOF', 'trailer <</Encrypt 5 0 R>>\n%%EOF'),
      /^This PDF is locked with a password/,
    ],
    ['letter.docx', OLE, /^This document is locked with a password/],
    ['photo.jpg', JPEG.slice(0, -2), /^Please check this photo/],
  ])('%s', (name, content, note) => {
    const verdict = check(name, content);
    expect(verdict.accepted && verdict.note && english(verdict.note)).toMatch(note);
  });
});

/** Every extension that is accepted. */
const EXTENSIONS = [
  ...FILE_INPUT_TYPES.filter((type) => type.startsWith('.')),
  ...['.jfif', '.gif', '.webp', '.heic', '.heif', '.avif', '.bmp', '.tif', '.tiff', '.svg'],
];

test.each(EXTENSIONS)('accepts the extension %s', (extension) => {
  expect(acceptsExtension(extension.slice(1))).toBe(true);
});

describe('any file', () => {
  const wildBytes = fc.oneof(
    fc.uint8Array({ maxLength: 20_000 }),
    fc.string({ unit: 'binary-ascii' }).map(bytesOf),
    fc
      .tuple(fc.constantFrom(PDF, PNG, JPEG, HEIC, OLE, DOCX, EXE, SVG, UTF16, '<html>'), fc.uint8Array())
      .map(([start, rest]) => Uint8Array.of(...bytesOf(start), ...rest)),
  );
  const wildName = fc
    .tuple(fc.string({ unit: 'grapheme' }), fc.constantFrom('', '.exe', '.html', ...EXTENSIONS))
    .map((parts) => parts.join(''));

  test('has a verdict, and each rejection has a message', () => {
    fc.assert(
      fc.property(wildName, wildBytes, (name, bytes) => {
        const verdict = check(name, bytes);
        if (!verdict.accepted) expect(english(verdict.problem)).toMatch(/\.$/);
      }),
    );
  });

  test('is rejected if its name or first bytes are rejected', () => {
    fc.assert(
      fc.property(wildName, wildBytes, (name, bytes) => {
        const early = checkName(name, bytes.length).accepted && checkHead(name, endsOf(bytes).head).accepted;
        if (!early) expect(check(name, bytes).accepted).toBe(false);
      }),
    );
  });

  test('never gets the media type of a page or a script', () => {
    const types =
      /^(image\/[a-z+]+|text\/(plain|csv)|application\/(pdf|rtf|msword|vnd\.(ms-excel|openxml[a-z.-]+)|x-ole-storage))$/;
    fc.assert(
      fc.property(wildName, wildBytes, (name, bytes) => {
        if (check(name, bytes).accepted) expect(mediaTypeFor(name, endsOf(bytes))).toMatch(types);
      }),
      { numRuns: inputs(300) },
    );
  });
});
