import type { Email } from 'postal-mime';
import { PUBLISHABLE_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

interface Call {
  method?: string;
  body?: unknown;
  bearer?: string;
  /** `X-Supabase-Api-Version`, as in supabase-js; `null` for older clients, which don't send it. */
  version?: string | null;
}

/** Calls the auth API without supabase-js. */
export async function authCall(
  portal: Pick<SharedPortal, 'url'>,
  path: string,
  { method = 'POST', body, bearer, version = '2024-01-01' }: Call = {},
): Promise<Answer> {
  const response = await fetch(`${portal.url}/auth/v1/${path}`, {
    method,
    redirect: 'manual',
    headers: {
      apikey: PUBLISHABLE_KEY,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(version === null ? {} : { 'x-supabase-api-version': version }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
}

/** The link in a mail. */
export function linkIn(mail: Email): URL {
  const link = /https?:\/\/\S+#token_hash=\S+/.exec(mail.text ?? '')?.[0];
  if (!link) throw new Error(`no link in the mail: ${mail.text}`);
  return new URL(link);
}

/** The token of the link, for `verifyOtp({token_hash})`. */
export function tokenIn(mail: Email): string {
  return fragmentOf(linkIn(mail)).token_hash ?? '';
}

export function codeIn(mail: Email): string {
  const code = /^\s*(\d{8})\s*$/m.exec(mail.text ?? '')?.[1];
  if (!code) throw new Error(`no code in the mail: ${mail.text}`);
  return code;
}

/** Presses the button on the page of the link. Returns the URL that the page goes on to. */
export async function follow(link: URL, headers: Record<string, string> = {}): Promise<URL> {
  const { redirect_to: to, ...secret } = fragmentOf(link);
  const body = { ...secret, redirect_to: to ?? link.origin + link.pathname + link.search };
  const response = await fetch(`${link.origin}/auth/v1/verify/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return new URL(((await response.json()) as { redirect_to: string }).redirect_to);
}

/** The parameters in the fragment. */
export function fragmentOf(url: URL): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(url.hash.slice(1)));
}
