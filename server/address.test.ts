/** @module-tag property */
import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { networkOf, plainAddress, siteOf } from './address.ts';

describe('plainAddress', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['unknown', undefined],
    ['', undefined],
    ['203.0.113.7, 10.0.0.1', undefined],
    ['0x7f.1', undefined],
    ['2130706433', undefined],
  ])('%s -> %s', (given, plain) => {
    expect(plainAddress(given)).toBe(plain);
  });
});

describe('networkOf and siteOf', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7/32'],
    ['::ffff:203.0.113.7', '203.0.113.7/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::6', '2001:db8:1:2::/64'],
    ['2001:0DB8::6', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['1::2:3:4:5:6:7', '1:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0::/64'],
    ['nowhere', undefined],
  ])('network of %s: %s', (given, network) => {
    expect(networkOf(given)).toBe(network);
  });

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::6', '2001:db8:1::/48'],
    ['203.0.113.7', undefined],
    ['::ffff:203.0.113.7', undefined],
    ['nowhere', undefined],
  ])('site of %s: %s', (given, site) => {
    expect(siteOf(given)).toBe(site);
  });

  test('give the same result for the long and the short form', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
        const long = groups.map((group) => group.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${long}]`).hostname.slice(1, -1);
        expect(isIPv6(short)).toBe(true);
        // IPv4 in IPv6 counts as IPv4.
        fc.pre(!short.startsWith('::ffff:'));
        expect(networkOf(short)).toBe(networkOf(long));
      }),
    );
  });
});
