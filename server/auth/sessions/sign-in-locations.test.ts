import { expect, test } from 'vitest';
import { locationKey } from './sign-in-locations.ts';

const chrome = (version: number, system = 'Windows NT 10.0; Win64; x64') =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`;
const home = locationKey({ userAgent: chrome(143), address: '198.51.100.7' });

test.each([
  ['a newer browser', chrome(144), '198.51.100.7', true],
  ['another address of the same provider', chrome(143), '198.51.7.200', true],
  ['another provider', chrome(143), '203.0.113.7', false],
  ['another system', chrome(143, 'X11; Linux x86_64'), '198.51.100.7', false],
  ['a script', 'curl/8.5', '198.51.100.7', false],
  ['no user agent and no address', null, null, false],
])('%s', (_what, userAgent, address, same) => {
  expect(locationKey({ userAgent, address }) === home).toBe(same);
});

test('uses the prefix of the provider for IPv6', () => {
  const at = (address: string) => locationKey({ userAgent: null, address });
  expect(at('2001:db8:1::7')).toBe(at('2001:db8:ffff:2::9'));
  expect(at('2001:db9::1')).not.toBe(at('2001:db8::1'));
});
