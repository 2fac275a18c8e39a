import { describe, expect, test } from 'vitest';
import type { SharedPortal } from '#tests/support/server/portal.ts';
import { type Answer, authCall } from './auth-wire.ts';

/** A call that is refused, and the error. */
export interface ErrorRow {
  call: (version: string | null) => Promise<Answer>;
  status: number;
  code: string;
  message: string;
  extra?: Record<string, unknown>;
}

/** The calls of rows. The portal and the tokens are known only when a row's test runs. */
export function errorCalls(portal: () => SharedPortal) {
  const post = (path: string, body: () => unknown, token?: () => string): ErrorRow['call'] => {
    return (version) =>
      authCall(portal(), path, { body: body(), version, ...(token ? { bearer: token() } : {}) });
  };
  const get = (path: string, token?: () => string): ErrorRow['call'] => {
    return (version) =>
      authCall(portal(), path, { method: 'GET', version, ...(token ? { bearer: token() } : {}) });
  };
  return { post, get };
}

/** Tests each row in both formats of the hosted service. */
export function testErrors(rows: Record<string, ErrorRow>): void {
  describe.each(Object.entries(rows))('%s', (_what, { call, status, code, message, extra = {} }) => {
    test('has the format with named codes', async () => {
      const answer = await call('2024-01-01');
      expect(answer.body).toEqual({ code, message, ...extra });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
      expect(answer.headers.get('x-sb-error-code')).toBe(code);
    });

    test('has the older format', async () => {
      const answer = await call(null);
      expect(answer.body).toEqual({ code: status, error_code: code, msg: message, ...extra });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-supabase-api-version')).toBeNull();
      expect(answer.headers.get('x-sb-error-code')).toBe(code);
    });
  });
}
