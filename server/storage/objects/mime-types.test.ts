import { describe, expect, it } from 'vitest';
import { isShownInline, isTypeAllowed, isTypePattern, mediaType, SANDBOX } from './mime-types.ts';

describe('mediaType', () => {
  it.each([
    'image/png',
    'text/plain;charset=UTF-8',
    'application/vnd.ms-excel',
    'text/plain; charset="utf 8"',
  ])('keeps %s', (type) => {
    expect(mediaType(type)).toBe(type);
  });

  it.each([
    undefined,
    '',
    'png',
    'image/',
    '/png',
    'a b/c',
    'image/png\r\nset-cookie: x',
    'text/plain; é',
    `a/${'b'.repeat(300)}`,
  ])('makes unknown bytes of %j', (type) => {
    expect(mediaType(type)).toBe('application/octet-stream');
  });
});

describe('isTypeAllowed', () => {
  it.each([
    ['image/png', null, true],
    ['image/png', [], true],
    ['image/png', ['image/*'], true],
    ['image/png', ['*/*'], true],
    ['IMAGE/PNG', ['image/png'], true],
    ['text/plain;charset=UTF-8', ['text/plain'], true],
    ['image/png', ['image/jpeg', 'application/pdf'], false],
    ['imagex/png', ['image/*'], false],
    ['application/octet-stream', ['image/*'], false],
  ])('%s in %j: %s', (type, patterns, allowed) => {
    expect(isTypeAllowed(type, patterns)).toBe(allowed);
  });

  it.each([
    ['image/png', true],
    ['image/*', true],
    ['*/*', true],
    ['image', false],
    ['*/png', false],
    ['', false],
  ])('pattern %j: %s', (pattern, meant) => {
    expect(isTypePattern(pattern)).toBe(meant);
  });
});

describe('isShownInline', () => {
  it.each([
    'application/pdf',
    'image/svg+xml',
    'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/json',
  ])('saves %s', (type) => {
    expect(isShownInline(type, type)).toBe(false);
  });

  it.each(['text/html', 'text/javascript', 'text/css', 'application/octet-stream', ''])(
    'saves text and pictures that were sent as "%s"',
    (claimed) => {
      expect(isShownInline('text/plain', claimed)).toBe(false);
      expect(isShownInline('image/gif', claimed)).toBe(false);
    },
  );

  it('saves text that was sent as a picture, and a picture that was sent as text', () => {
    expect(isShownInline('text/plain', 'image/png')).toBe(false);
    expect(isShownInline('image/png', 'text/plain')).toBe(false);
    expect(isShownInline('image/png', 'image/jpeg')).toBe(true);
  });

  it.each(['image/jpeg', 'image/heic', 'text/plain'])('shows %s', (type) => {
    expect(isShownInline(type, `${type}; charset=utf-8`)).toBe(true);
  });
});

it('the sandbox lets nothing load', () => {
  expect(SANDBOX).toContain("default-src 'none'");
  expect(SANDBOX).toMatch(/^sandbox;/);
  expect(SANDBOX).not.toContain('script-src');
});
