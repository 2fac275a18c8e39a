import { callApi } from '#app/shared/api/api.ts';

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

/** Whether both are the same link, which was read again. */
export const isSameLink = (a: object, b: object): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Removes the link from the address: it was used up, so a reload must not try it again. */
export function removeLink(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname);
}
