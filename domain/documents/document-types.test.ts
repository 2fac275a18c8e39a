import { describe, expect, it } from 'vitest';
import { nameAfterRename, nameForBytes } from './document-types.ts';
import { MAX_NAME_BYTES, utf8Length } from './file-names.ts';

describe('nameForBytes', () => {
  it.each([
    ['ID.HEIC', 'image/jpeg', 'ID.jpg'],
    ['ID.jpg', 'image/heic', 'ID.heic'],
    ['ID.JPG', 'image/png', 'ID.png'],
    ['W2', 'application/pdf', 'W2.pdf'],
    ['W2.2026', 'application/pdf', 'W2.2026.pdf'],
    ['W2.', 'application/pdf', 'W2.pdf'],
    ['Letter.final', 'application/pdf', 'Letter.final.pdf'],
    ['Notes', 'text/plain; charset=utf-8', 'Notes.txt'],
    ['Budget', 'application/vnd.ms-excel', 'Budget.xls'],
  ])('gives "%s" of %s the name "%s"', (name, type, expected) => {
    expect(nameForBytes(name, type)).toBe(expected);
  });

  it.each([
    ['photo.jpeg', 'image/jpeg'],
    ['photo.JFIF', 'image/jpeg'],
    ['photo.heic', 'image/heif'],
    ['scan.tiff', 'image/tiff'],
    ['2026.PDF', 'application/pdf'],
    // Neither bytes nor the served type tell more than the ending.
    ['list.csv', 'text/plain; charset=utf-8'],
    ['drawing.svg', 'text/plain; charset=utf-8'],
    ['letter.doc', 'application/rtf'],
    ['notes.md', 'text/markdown'],
    ['clip.mp4', 'video/mp4'],
    ['unknown', 'application/octet-stream'],
  ])('leaves "%s" of %s', (name, type) => {
    expect(nameForBytes(name, type)).toBe(name);
  });

  it('keeps a name within what file systems take', () => {
    const name = nameForBytes('ü'.repeat(127), 'application/pdf');
    expect(name).toMatch(/ü\.pdf$/);
    expect(utf8Length(name)).toBeLessThanOrEqual(MAX_NAME_BYTES);
  });
});

describe('nameAfterRename', () => {
  it.each([
    ['W2 Maria', 'IMG_1.jpg', 'W2 Maria.jpg'],
    ['  W2 Maria  ', 'IMG_1.jpg', 'W2 Maria.jpg'],
    ['W2 Maria.', 'IMG_1.jpg', 'W2 Maria.jpg'],
    ['W2.2023', 'IMG_1.pdf', 'W2.2023.pdf'],
    ['Bank of America N.A', 'scan.pdf', 'Bank of America N.A.pdf'],
    ['setup.exe', 'scan.pdf', 'setup.exe.pdf'],
    ['scan.png', 'IMG_1.jpg', 'scan.png'],
    ['Notes.PAGES', 'letter.pages', 'Notes.PAGES'],
    ['notes', 'README', 'notes'],
    ['   ', 'IMG_1.jpg', ''],
  ])('%j for %s becomes %s', (typed, old, expected) => {
    expect(nameAfterRename(typed, old)).toBe(expected);
  });
});
