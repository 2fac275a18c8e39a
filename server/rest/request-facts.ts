import type { FastifyRequest } from 'fastify';
import { CAPTCHA_PASS_HEADER } from '#contract/captcha.ts';
import type { RequestFacts } from '#server/database/caller.ts';

/** What gives access. Settings can reach PostgreSQL's log, and functions know the caller by the claims. */
const SECRETS = new Set(['authorization', 'proxy-authorization', 'apikey', 'cookie', CAPTCHA_PASS_HEADER]);
const MAX_TOTAL = 8192;
const MAX_VALUE = 1000;
const MAX_PATH = 200;

/** What a function reads in `request.headers`, `request.method` and `request.path`, as in PostgREST. */
export function requestFacts({
  method,
  url,
  headers,
}: Pick<FastifyRequest, 'method' | 'url' | 'headers'>): RequestFacts {
  const kept: Record<string, string> = {};
  let total = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || SECRETS.has(name)) continue;
    const text = (Array.isArray(value) ? value.join(', ') : value).slice(0, MAX_VALUE);
    total += name.length + text.length;
    if (total > MAX_TOTAL) break;
    kept[name] = text;
  }
  const path = (url.split('?', 1)[0] ?? '').replace(/^\/rest\/v1/, '').slice(0, MAX_PATH);
  return { method, path, headers: kept };
}
