import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

function problemsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

describe('CAPTCHA', () => {
  test('is embedded by default', () => {
    expect(readConfig({}).captcha).toEqual({ provider: 'embedded' });
    expect(readConfig({ CAPTCHA: 'off' }).captcha).toEqual({ provider: 'off' });
  });

  test.each(['recaptcha', 'turnstile'])('%s needs its two keys', (provider) => {
    expect(problemsOf({ CAPTCHA: provider })).toEqual([
      expect.stringMatching(/^CAPTCHA_SITE_KEY: is needed/),
      expect.stringMatching(/^CAPTCHA_SECRET: is needed/),
    ]);
    const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' };
    expect(readConfig({ CAPTCHA: provider, ...keys }).captcha).toEqual({
      provider,
      siteKey: 'site',
      secret: 'secret',
      verifyUrl: undefined,
    });
  });

  test('lists its problems with all others', () => {
    const problems = problemsOf({
      PORT: 'x',
      CAPTCHA: 'turnstile',
      CAPTCHA_VERIFY_URL: 'ftp://x',
      SITE_URL: '?',
    });
    expect(problems.map((problem) => problem.split(':', 1)[0])).toEqual([
      'PORT',
      'SITE_URL',
      'CAPTCHA_VERIFY_URL',
      'CAPTCHA_SITE_KEY',
      'CAPTCHA_SECRET',
    ]);
    expect(problemsOf({ CAPTCHA: 'maybe' })).toEqual([
      'CAPTCHA: must be embedded, recaptcha, turnstile or off',
    ]);
  });
});

test('CALENDAR_URL must be a web page', () => {
  const page = 'https://calendly.com/our-office/appointment?hide_gdpr_banner=1';
  expect(readConfig({ CALENDAR_URL: page }).calendarUrl).toBe(page);
  expect(readConfig({}).calendarUrl).toBeUndefined();
  expect(problemsOf({ CALENDAR_URL: 'javascript:alert(1)' })).toEqual([
    'CALENDAR_URL: must be a URL that begins with http:// or https://',
  ]);
});

describe('STAFF_MFA', () => {
  test.each([
    [{}, 'optional'],
    [{ SITE_URL: 'http://localhost:3000' }, 'optional'],
    [{ SITE_URL: 'https://portal.example' }, 'required'],
    [{ SITE_URL: 'HTTPS://portal.example/' }, 'required'],
    [{ SITE_URL: 'https://portal.example', STAFF_MFA: 'optional' }, 'optional'],
    [{ STAFF_MFA: 'required' }, 'required'],
    [{ STAFF_MFA: '' }, 'optional'],
  ])('with %j is %s', (env, expected) => {
    expect(readConfig(env).staffMfa).toBe(expected);
  });

  test('rejects other words', () => {
    expect(problemsOf({ STAFF_MFA: 'maybe' })).toEqual(['STAFF_MFA: must be required or optional']);
  });
});

describe('describes each problem in one sentence with the name of the variable', () => {
  test.each([
    ['SITE_URL', 'https://example.com/portal'],
    ['SITE_URL', 'https://example.com/?'],
    ['SITE_URL', 'https://example.com/#top'],
    ['SITE_URL', 'https://me:secret@example.com'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.1, nginx'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
    ['HOST', 'http://example.com'],
    ['HOST', '0.0.0.0:80'],
    ['HOST', 'a b'],
    ['STORAGE_URL', 'file://srv/documents'],
    ['STORAGE_URL', 's3:///prefix'],
    ['STORAGE_URL', 's3://bucket?endpoint=s3.example.com'],
  ])('%s=%s', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([expect.stringMatching(`^${name}: must [^\n]+$`)]);
  });

  test.each([
    ['SITE_URL', 'https://example.com:8443/'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8, fd00::/8, 2001:db8::1'],
    ['HOST', '::'],
    ['HOST', '0.0.0.0'],
    ['HOST', 'localhost'],
    ['STORAGE_URL', 'file:///srv/documents'],
    ['STORAGE_URL', 's3://bucket/prefix?endpoint=https://s3.example.com&region=us-east-1'],
  ])('%s=%s is none', (name, value) => {
    expect(problemsOf({ [name]: value })).toEqual([]);
  });
});

test.each([
  ['', '127.0.0.1'],
  ['1', '203.0.113.3'],
  ['2', '203.0.113.2'],
  ['loopback', '203.0.113.3'],
  ['loopback, 203.0.113.0/24', '198.51.100.1'],
  ['10.0.0.1', '127.0.0.1'],
])('with TRUST_PROXY=%s the visitor is %s', async (setting, visitor) => {
  const app = Fastify({ trustProxy: readConfig({ TRUST_PROXY: setting }).trustProxy });
  app.get('/', ({ ip }) => ip);
  const said = 'x, 198.51.100.1, 203.0.113.2, 203.0.113.3';
  const { body } = await app.inject({ url: '/', headers: { 'x-forwarded-for': said } });
  expect(body).toBe(visitor);
});

describe('session limits', () => {
  test('are shorter for staff', () => {
    expect(readConfig({}).sessionLimits).toEqual({
      session: 720,
      sessionIdle: 168,
      staffSession: 12,
      staffSessionIdle: 4,
      secondFactor: 12,
    });
    expect(readConfig({ STAFF_SESSION_HOURS: '8.5' }).sessionLimits.staffSession).toBe(8.5);
  });

  test('are hours within bounds, and idle limits exceed the time between two refreshes', () => {
    expect(
      problemsOf({
        SESSION_HOURS: 'long',
        SESSION_IDLE_HOURS: '1',
        STAFF_SESSION_IDLE_HOURS: '0',
        SECOND_FACTOR_HOURS: '9000',
      }),
    ).toEqual([
      'SESSION_HOURS: must be a number of hours',
      'SESSION_IDLE_HOURS: must be at least 2 hours',
      'STAFF_SESSION_IDLE_HOURS: must be at least 2 hours',
      'SECOND_FACTOR_HOURS: must be at most 8760 hours',
    ]);
  });
});

describe('SMS_URL', () => {
  const url = 'https://AC1:secret%20word@texts.example/send?from=%2B12035550100';

  test('has the login, and the number to send from in its query or in SMS_FROM', () => {
    const sms = {
      url: 'https://texts.example/send',
      user: 'AC1',
      password: 'secret word',
      from: '+12035550100',
    };
    expect(readConfig({}).sms).toBeUndefined();
    expect(readConfig({ SMS_URL: url }).sms).toEqual(sms);
    expect(readConfig({ SMS_URL: url.replace('%2B', '+') }).sms).toEqual(sms);
    const [bare = ''] = url.split('?');
    expect(readConfig({ SMS_URL: bare, SMS_FROM: '+12035550100' }).sms).toEqual(sms);
    expect(readConfig({ SMS_URL: url }).smsSecret).toBe('secret word');
    expect(readConfig({ SMS_URL: url, SMS_SECRET: 'x'.repeat(16) }).smsSecret).toBe('x'.repeat(16));
    expect(problemsOf({ SMS_URL: bare })).toEqual([
      expect.stringMatching(/^SMS_URL: needs a number to send from/),
    ]);
  });

  test.each([
    'https://texts.example/send?from=+12035550100',
    'http://a:b@texts.example/?from=+12035550100',
    'ftp://a:b@c',
  ])('%s is refused', (text) =>
    expect(problemsOf({ SMS_URL: text })).toEqual([expect.stringMatching(/^SMS_URL: must/)]),
  );
});
