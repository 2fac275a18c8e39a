import { callApi } from '#app/shared/api/api.ts';
import type * as authService from '../auth-service.ts';
import type { LinkTokens } from '../auth-service.ts';
import { acceptOrOffer, type OfferedSession, type SessionAuth } from './link-session.ts';
import type { Flow } from './started-flow.ts';

/** The link in an email, before anyone has pressed its button. */
export interface MailedLink {
  tokenHash: string;
  type: string;
  /** The page of another app that asked for the email. */
  redirectTo: string | null;
}

/** Reads a link after the `#`, where no server, log or `Referer` sees it; null if there is none. */
export function readMailedLink(hash: string): MailedLink | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  const tokenHash = fragment.get('token_hash');
  if (!tokenHash) return null;
  return { tokenHash, type: fragment.get('type') ?? '', redirectTo: fragment.get('redirect_to') };
}

/**
 * Uses the link up: only for a press, since mail scanners open each link and run its scripts. Returns the address to go on
 * to, with tokens, a code or an error.
 */
export async function openMailedLink({ tokenHash, type, redirectTo }: MailedLink): Promise<URL> {
  const body = {
    token_hash: tokenHash,
    type,
    redirect_to: redirectTo ?? window.location.origin + window.location.pathname + window.location.search,
  };
  const answer = await callApi<{ redirect_to: string }>('/auth/v1/verify/link', { body });
  return new URL(answer.redirect_to);
}

/** What a page reads from its address. */
export type EntryLink =
  | { kind: 'none' }
  | { kind: 'refused' }
  | { kind: 'mailed'; link: MailedLink }
  | { kind: 'token'; tokenHash: string; type: 'email' | Flow }
  | { kind: 'code'; code: string }
  | ({ kind: 'session' } & LinkTokens);

/** Reads a link of this flow; those of others are for another page. */
export function readLink(flow: Flow, search: string, hash: string): EntryLink {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.replace(/^#/, ''));
  if ([query, fragment].some((part) => part.has('error') || part.has('error_code')))
    return { kind: 'refused' };
  const session = readSession(flow, fragment);
  if (session && flow === 'recovery') return session;
  const link = readMailedLink(hash);
  if (link?.type === flow) return { kind: 'mailed', link };
  const tokenHash = query.get('token_hash');
  const type = query.get('type');
  if (tokenHash && (flow === 'signup' || type === flow))
    return { kind: 'token', tokenHash, type: flow === 'signup' && type === 'email' ? type : flow };
  const code = query.get('code');
  return code ? { kind: 'code', code } : (session ?? { kind: 'none' });
}

function readSession(flow: Flow, fragment: URLSearchParams): EntryLink | undefined {
  const accessToken = fragment.get('access_token');
  const refreshToken = fragment.get('refresh_token');
  if (!accessToken || !refreshToken || fragment.get('type') !== flow) return undefined;
  return { kind: 'session', accessToken, refreshToken };
}

/** Whether the link is still to be used up, which only a person's press does: mail scanners open it too. */
export function isUnspent({ kind }: EntryLink): boolean {
  return kind === 'mailed' || kind === 'token';
}

/**
 * signed-in: there is a session. offered: the person must accept it first. no-session: the server gave none. other-browser:
 * the code is for the browser that asked for the link. none, refused: there was nothing to use up.
 */
export type TakenLink =
  | { kind: 'signed-in' | 'no-session' | 'other-browser' | 'none' | 'refused' }
  | { kind: 'offered'; offer: OfferedSession };

export type LinkAuth = SessionAuth & Pick<typeof authService, 'redeemToken' | 'logInByLinkCode'>;

/** Uses the link up. Throws if it is expired or used, or if there is no response. */
export async function takeUp(auth: LinkAuth, flow: Flow, link: EntryLink): Promise<TakenLink> {
  switch (link.kind) {
    case 'mailed': {
      const { search, hash } = await openMailedLink(link.link);
      return takeUp(auth, flow, readLink(flow, search, hash));
    }
    case 'code':
      return { kind: (await auth.logInByLinkCode(link.code)) ? 'signed-in' : 'other-browser' };
    case 'token':
    case 'session': {
      const tokens = link.kind === 'session' ? link : await auth.redeemToken(link.type, link.tokenHash);
      if (tokens === null) return { kind: 'no-session' };
      const { accessToken, refreshToken } = tokens;
      const offer = await acceptOrOffer(auth, flow, { accessToken, refreshToken });
      return offer === null ? { kind: 'signed-in' } : { kind: 'offered', offer };
    }
    default:
      return link;
  }
}

/** Whether both are the same link, which was read again. */
export const isSameLink = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Removes the link from the address: it was used up, so a reload must not try it again. */
export function removeLink(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
