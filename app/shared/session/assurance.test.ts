import type { Factor, Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { secondFactorOf } from './assurance.ts';

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
  ['nothing set up', session({ aal: 'aal1' }), 'none'],
  ['one begun and not finished', session({ aal: 'aal1' }, [factor('totp', 'unverified')]), 'none'],
  ['recovery codes alone', session({ aal: 'aal1' }, [factor('recovery_code', 'verified')]), 'none'],
  ['one that was not shown', session({ aal: 'aal1' }, [totp]), 'missing'],
  ['one that was shown', session({ aal: 'aal2', name: '??>>??>>' }, [totp]), 'shown'],
  ['a token that can not be read', session('%%%', [totp]), 'missing'],
])('%s', (_, given, expected) => {
  expect(secondFactorOf(given)).toBe(expected);
});
