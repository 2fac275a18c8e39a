/** @module-tag property */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathOfTarget } from './request-target.ts';

it.each([
  ['/fees/?a=b', '/fees/?a=b'],
  ['/', '/'],
  ['http://other.example/fees/?a=b', '/fees/?a=b'],
  ['HTTPS://me@other.example:8080/fees/', '/fees/'],
  ['http://other.example', '/'],
  ['http://other.example?a=b', '/?a=b'],
  ['http://other.example\\fees/', '/fees/'],
  ['http://other.example//third.example/', '/third.example/'],
  ['ftp://other.example/fees/', '/fees/'],
  ['//other.example/fees/', '/other.example/fees/'],
  ['/\\other.example/fees/', '/other.example/fees/'],
  ['\\\\other.example/fees/', '/other.example/fees/'],
  ['/storage/v1/object/b//a', '/storage/v1/object/b//a'],
  ['/fees?next=http://other.example//x', '/fees?next=http://other.example//x'],
  ['other.example:443', '/other.example:443'],
  ['', '/'],
  ['*', '*'],
])('%j is %j', (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});

it('never leads to another host', () => {
  const pieces = fc.constantFrom(
    'http:',
    'x:',
    '/',
    '\\',
    '//',
    'other.example',
    '?',
    '#',
    '@',
    ':',
    '%2F',
    'a',
  );
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('')),
      (target) => {
        expect(new URL(pathOfTarget(target), 'http://portal.example').host).toBe('portal.example');
      },
    ),
  );
});
