/** @module-tag property */
import fc from 'fast-check';
import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { matchingTotpStep, newTotpSecret, qrCode, totpUri } from './totp.ts';

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const PERIOD = 30_000;
const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32(SECRET), timestamp });

test('accepts the codes of RFC 6238', () => {
  // The last six of its eight digits.
  const vectors = { 59: '287082', 1111111109: '081804', 1234567890: '005924', 20000000000: '353130' };
  for (const [seconds, code] of Object.entries(vectors)) {
    const now = Number(seconds) * 1000;
    expect(matchingTotpStep(SECRET, code, now)).toBe(Math.floor(now / PERIOD));
  }
});

test('accepts the previous and the next step, and no others', () => {
  const now = 1_800_000_015_000;
  const present = Math.floor(now / PERIOD);
  const steps = [-2, -1, 0, 1, 2].map((away) => matchingTotpStep(SECRET, codeAt(now + away * PERIOD), now));
  expect(steps).toEqual([undefined, present - 1, present, present + 1, undefined]);
});

test('accepts only the valid codes', () => {
  const now = 1_800_000_015_000;
  const right = [-1, 0, 1].map((away) => codeAt(now + away * PERIOD));
  const typed = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('１２３４５６', '12345', '1234567', '٣٣٣٣٣٣'),
    fc.integer({ min: 0, max: 999_999 }).map((n) => String(n).padStart(6, '0')),
  );
  fc.assert(
    fc.property(
      typed,
      (code) => (matchingTotpStep(SECRET, code, now) !== undefined) === right.includes(code),
    ),
  );
});

test('encodes the names in the URI', () => {
  const uri = totpUri(SECRET, { issuer: 'Tax & Business: "Nutmeg" #1', account: 'maria+x@example.com' });
  const url = new URL(uri);
  expect([url.protocol, url.host]).toEqual(['otpauth:', 'totp']);
  expect(Object.fromEntries(url.searchParams)).toEqual({
    issuer: 'Tax & Business: "Nutmeg" #1',
    secret: SECRET,
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
});

test('makes a QR code that can be used in a data URL', () => {
  const svg = qrCode(totpUri(newTotpSecret(), { issuer: 'Nutmeg', account: 'maria@example.com' }));
  expect(svg).toMatch(/^<svg [^>]*viewBox=/);
  expect(svg).not.toMatch(/[#%]/);
});

test('makes random secrets of 160 bits', () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
});
