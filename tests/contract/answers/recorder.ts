import { join } from 'node:path';
import { expect } from 'vitest';
import { PUBLISHABLE_KEY, root, type TestPortal } from '#tests/support/server/portal.ts';
import { placeholders } from './placeholders.ts';

interface Call {
  /** Another portal. */
  at?: string;
  /** What the page adds to the query, which is not part of the name of the request. */
  query?: string;
  body?: unknown;
  /** The access token. */
  bearer?: string | undefined;
  headers?: Record<string, string>;
}

/** What the client signed up with. */
export const rosa = { first_name: 'Rosa', last_name: 'Delgado', phone: '2035550142' };

/** Those that the app or its libraries read. */
const kept = ['x-supabase-api-version', 'content-range', 'retry-after'];

/**
 * Records answers of the server for component tests (tests/support/route). `request` is the method and the path with
 * the parameters that make it another request: "POST /auth/v1/token?grant_type=password".
 */
export function recordAnswers(portal: Pick<TestPortal, 'url'>) {
  const answers: Record<string, unknown> = {};
  return {
    async record(
      name: string,
      request: string,
      { at = portal.url, query, body, bearer, headers }: Call = {},
    ) {
      const [method = '', path = ''] = request.split(' ');
      const address = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
      const response = await fetch(`${at}${address}`, {
        method,
        redirect: 'manual',
        headers: {
          apikey: PUBLISHABLE_KEY,
          authorization: `Bearer ${bearer ?? PUBLISHABLE_KEY}`,
          'x-supabase-api-version': '2024-01-01',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? null : JSON.parse(text);
      const keptHeaders = Object.fromEntries(
        [...response.headers].filter(([header]) => kept.includes(header)),
      );
      answers[name] = { request, status: response.status, headers: keptHeaders, body: parsed };
      return parsed as Record<string, unknown>;
    },
    /** Compares with the recorded file; `npm test -- tests/contract/answers --update=all` writes it. */
    async compare(area: string): Promise<void> {
      const text = placeholders(JSON.stringify(answers, null, 2), portal.url, area);
      await expect(`${text}\n`).toMatchFileSnapshot(join(root, `tests/support/answers/${area}.json`));
    },
  };
}
