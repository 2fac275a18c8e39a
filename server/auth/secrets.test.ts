import { describe, expect, test } from 'vitest';
import { hashSecret, isPkceToken, newCode, newLinkToken, newRefreshToken } from './secrets.ts';

describe('secrets', () => {
  test('marks a link token that was requested with a PKCE challenge', () => {
    expect(isPkceToken(newLinkToken({ pkce: true }))).toBe(true);
    expect(isPkceToken(newLinkToken({ pkce: false }))).toBe(false);
  });

  test('never repeats', () => {
    const made = Array.from({ length: 500 }, () => [newRefreshToken(), newLinkToken({ pkce: true })]).flat();
    expect(new Set(made).size).toBe(made.length);
  });

  test('always gives a code eight digits', () => {
    const codes = Array.from({ length: 5_000 }, newCode);
    expect(codes.filter((code) => !/^\d{8}$/.test(code))).toEqual([]);
    // One code in ten begins with 0; that none of 5,000 does has a probability below 10^-200.
    expect(codes.some((code) => code.startsWith('0'))).toBe(true);
  });

  test('hashes with SHA-256', () => {
    expect(hashSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    expect(hashSecret('abc').equals(hashSecret('abd'))).toBe(false);
  });
});
