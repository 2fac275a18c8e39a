import { expect, test } from 'vitest';
import { requestFacts } from './service.ts';

const facts = (headers: Record<string, string>) =>
  requestFacts({ method: 'POST', url: '/rest/v1/rpc/my_function?email=rosa@example.com', headers });

test('has the method, the path without the query, and the headers', () => {
  expect(facts({ 'user-agent': 'x', 'x-client-info': 'supabase-js' })).toEqual({
    method: 'POST',
    path: '/rpc/my_function',
    headers: { 'user-agent': 'x', 'x-client-info': 'supabase-js' },
  });
});

test.each(['authorization', 'proxy-authorization', 'apikey', 'cookie', 'x-captcha-pass'])(
  'leaves %s out, which gives access',
  (name) => {
    expect(facts({ [name]: 'a secret', accept: '*/*' }).headers).toEqual({ accept: '*/*' });
  },
);

test('has a limit for one value and for all', () => {
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`x-${n}`, 'y'.repeat(5000)]));
  const { headers } = facts(many);
  expect(headers['x-0']).toHaveLength(1000);
  expect(JSON.stringify(headers).length).toBeLessThan(9000);
});
