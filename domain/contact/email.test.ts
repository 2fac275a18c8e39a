/** @module-tag property */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { isAccountEmail, isEmail } from './email.ts';

test.each(['rosa@example.com', 'r.o+tax@mail.example.com', 'josé@correo.example', '用户@例え.jp'])(
  'accepts %s',
  (address) => {
    expect(isEmail(address)).toBe(true);
  },
);

test.each([
  '',
  'rosa',
  'rosa@',
  '@example.com',
  'rosa@home',
  'rosa@example.',
  'rosa@.example.com',
  'rosa@example..com',
  'rosa@@example.com',
  'rosa delgado@example.com',
  'rosa\u0000@example.com',
  'rosa@ex\ud83dample.com',
])('rejects %j', (address) => {
  expect(isEmail(address)).toBe(false);
  expect(isAccountEmail(address)).toBe(false);
});

test('the address of an account is ASCII, as in HTML, with a dot in the domain', () => {
  expect(isAccountEmail('rosa@example.com')).toBe(true);
  expect(isAccountEmail('josé@example.com')).toBe(false);
  const text = fc.oneof(fc.emailAddress(), fc.stringMatching(/^[a-z.@<>" -]{1,20}$/));
  fc.assert(
    fc.property(text, (address) => {
      const isHtml = z.regexes.html5Email.test(address);
      expect(isAccountEmail(address)).toBe(isHtml && /@[^@]+\.[^@.]+$/.test(address));
    }),
  );
});
