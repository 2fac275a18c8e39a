import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { PUBLISHABLE_KEY, SECRET_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

/** supabase-js with the secret key. */
export function service(portal: Pick<SharedPortal, 'url'>): SupabaseClient {
  return createClient(portal.url, SECRET_KEY, { auth: { persistSession: false, autoRefreshToken: false } });
}

type AnyRow = Record<string, unknown>;
interface AnyDatabase {
  __InternalSupabase: { PostgrestVersion: '14' };
  public: {
    Tables: Record<string, { Row: AnyRow; Insert: AnyRow; Update: AnyRow; Relationships: [] }>;
    Views: Record<string, never>;
    Functions: Record<string, { Args: AnyRow; Returns: unknown }>;
  };
}

/** The same with types, like those of a generated file. */
export function typedService(portal: Pick<SharedPortal, 'url'>) {
  return createClient<AnyDatabase>(portal.url, SECRET_KEY, {
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

export interface RestAnswer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined if it is not JSON. */
  json: unknown;
}

export interface RestCall {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** Replaces the secret key. */
  key?: string;
}

/** Sends a request without supabase-js. `path` follows `/rest/v1`. */
export async function rest(
  portal: Pick<SharedPortal, 'url'>,
  path: string,
  { method = 'GET', headers = {}, body, key = SECRET_KEY }: RestCall = {},
): Promise<RestAnswer> {
  const response = await fetch(`${portal.url}/rest/v1${path}`, {
    method,
    headers: {
      apikey: key,
      ...(key === PUBLISHABLE_KEY ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parsed(text) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
