import type { Factor, Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { secondFactorOf } from './session-store.ts';

const factor = (factor_type: 'totp' | 'recovery_code', status: 'verified' | 'unverified') =>
  ({ id: 'f', factor_type, status, created_at: '', updated_at: '' }) as Factor;
const totp = factor('totp', 'verified');

function session(claims: object | string, factors?: Factor[]): Pick<Session, 'user' | 'access_token'> {
  const body =
    typeof claims === 'string'
      ? claims
      : btoa(JSON.stringify(claims)).replaceAll('+', '-').replaceAll('/', '_');
  return {
    access_token: `head.${body}.signature`,
    user: {
      id: 'ana',
      app_metadata: {},
      user_metadata: {},
      aud: 'authenticated',
      created_at: '',
      ...(factors ? { factors } : {}),
    },
  };
}

test.each([
  ['no factor', session({ aal: 'aal1' }), 'none'],
  [
    'a factor that was not set up completely',
    session({ aal: 'aal1' }, [factor('totp', 'unverified')]),
    'none',
  ],
  ['only recovery codes', session({ aal: 'aal1' }, [factor('recovery_code', 'verified')]), 'none'],
  ['a factor that was not used', session({ aal: 'aal1' }, [totp]), 'missing'],
  ['a factor that was used', session({ aal: 'aal2', name: '??>>??>>' }, [totp]), 'verified'],
  ['a token that can not be read', session('%%%', [totp]), 'missing'],
])('secondFactorOf: %s', (_, given, expected) => {
  expect(secondFactorOf(given)).toBe(expected);
});
