import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

test.each([
  [{}, 'optional'],
  [{ SITE_URL: 'http://localhost:3000' }, 'optional'],
  [{ SITE_URL: 'https://portal.example' }, 'required'],
  [{ SITE_URL: 'HTTPS://portal.example/' }, 'required'],
  [{ SITE_URL: 'https://portal.example', STAFF_MFA: 'optional' }, 'optional'],
  [{ STAFF_MFA: 'required' }, 'required'],
  [{ STAFF_MFA: '' }, 'optional'],
])('staff’s second factor with %j is %s', (env, expected) => {
  expect(readConfig(env).staffMfa).toBe(expected);
});

test('a word that is no setting is a problem with its name', () => {
  expect(() => readConfig({ STAFF_MFA: 'maybe' })).toThrow(
    new ConfigError(['STAFF_MFA: must be required or optional']),
  );
});
