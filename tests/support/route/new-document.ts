import type { Messages } from '@lingui/core';
import { vi } from 'vitest';
import { languageBefore, sourceLanguage } from '#domain/language/language.ts';

const origin = 'http://localhost:3000';

/** A session, as the app stores it. */
export interface StoredSession {
  access_token: string;
  expires_at: number;
  user: { id: string };
}

/** Empties what the browser stores. */
export function newBrowser(): void {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '');
  for (const cookie of document.cookie.split('; ')) {
    // biome-ignore lint/suspicious/noDocumentCookie: happy-dom has no cookieStore
    document.cookie = `${cookie.split('=')[0]}=; expires=Thu, 01 Jan 1970 00:00:00 GMT; path=/`;
  }
}

/** The key of supabase-js (`sessionKey` in app/). */
const sessionKey = 'sb-localhost-auth-token';

export const storedSession = (): string | null => localStorage.getItem(sessionKey);
export const storeSession = (session: StoredSession): void =>
  localStorage.setItem(sessionKey, JSON.stringify(session));

export const happyDOM = () =>
  (
    window as unknown as {
      happyDOM: { setURL(url: string): void; setViewport(size: { width: number }): void };
    }
  ).happyDOM;

const clears = new Set<() => void>();

/** The timers of a document end with it: a renewal that was put off must not come in the next test. */
export function endDocument(): void {
  for (const clear of clears) clear();
  clears.clear();
}

function withEnd<Args extends unknown[], Timer>(
  start: (...args: Args) => Timer,
  clear: (timer: Timer) => void,
) {
  return (...args: Args): Timer => {
    const timer = start(...args);
    clears.add(() => clear(timer));
    return timer;
  };
}

/** As the document that the server sends for an address; with the words of the page if it is not in English. */
export function newDocument(address: string, words?: Messages): void {
  endDocument();
  vi.stubGlobal('setTimeout', withEnd(setTimeout, clearTimeout));
  vi.stubGlobal('setInterval', withEnd(setInterval, clearInterval));
  happyDOM().setURL(new URL(address, origin).href);
  document.body.replaceChildren();
  document.documentElement.lang = languageBefore(address);
  if (words && languageBefore(address) !== sourceLanguage) {
    const script = document.createElement('script');
    Object.assign(script, { id: 'page-words', type: 'application/json' });
    script.textContent = JSON.stringify({ folder: '/words', route: '', messages: words });
    document.body.append(script);
  }
  document.documentElement.dataset.key = 'sb_publishable_nutmeg';
}
