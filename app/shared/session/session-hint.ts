import { useSyncExternalStore } from 'react';

/**
 * What public pages may know about the session without loading the session's library: that there is one, and
 * the role, to choose between "Login" and "Account". It decides wording only and opens nothing; the session
 * itself lives elsewhere and the server checks every call.
 */
export interface SessionHint {
  readonly role: string;
}

const key = 'nutmeg.session-hint';
const listeners = new Set<() => void>();
let cached: { raw: string | null; hint: SessionHint | null } = { raw: null, hint: null };

/** Signed in (with the role) or null. Null in the prerendered page too. */
export function useSessionHint(): SessionHint | null {
  return useSyncExternalStore(subscribe, readSessionHint, () => null);
}

export function readSessionHint(): SessionHint | null {
  const raw = read();
  // The same object for the same text, or React would render without end.
  if (raw !== cached.raw) cached = { raw, hint: parse(raw) };
  return cached.hint;
}

/** Called by the session on every sign-in, change of role and sign-out. */
export function writeSessionHint(hint: SessionHint | null): void {
  try {
    if (hint) localStorage.setItem(key, JSON.stringify({ role: hint.role }));
    else localStorage.removeItem(key);
  } catch {
    // A browser that refuses storage shows the signed-out wording; nothing else depends on the hint.
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === key || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

function read(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function parse(raw: string | null): SessionHint | null {
  if (!raw) return null;
  try {
    const value: unknown = JSON.parse(raw);
    if (value && typeof value === 'object' && 'role' in value && typeof value.role === 'string')
      return { role: value.role };
    return null;
  } catch {
    return null;
  }
}
