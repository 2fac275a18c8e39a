import { useSyncExternalStore } from 'react';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';

/**
 * What public pages know about the session without loading it: that there is one, and the role, to
 * choose between "Login" and "Account". It decides wording only and gives no access.
 */
export type SessionHint = string;

const key = 'nutmeg.session-hint';
const listeners = new Set<() => void>();
const stored = storedJson('local', key, (value) => {
  const role = asRecord(value)?.role;
  return typeof role === 'string' ? { role } : null;
});

/** Null if signed out, and in the server's HTML. */
export function useSessionHint(): SessionHint | null {
  return useSyncExternalStore(subscribe, readSessionHint, () => null);
}

export const readSessionHint = (): SessionHint | null => stored.read()?.role ?? null;

/** Called by the session on every sign-in, change of role and sign-out. */
export function writeSessionHint(role: SessionHint | null): void {
  if (role !== null) stored.save({ role });
  else stored.clear();
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
