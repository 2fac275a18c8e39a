import { useSyncExternalStore } from 'react';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';

/**
 * What public pages know about the session without loading it: that there is one, and the role, to
 * choose between "Login" and "Account". It decides wording only and gives no access.
 */
export interface SessionHint {
  readonly role: string;
}

const key = 'nutmeg.session-hint';
const listeners = new Set<() => void>();
const stored = storedJson('local', key, (value): SessionHint | null => {
  const role = asRecord(value)?.role;
  return typeof role === 'string' ? { role } : null;
});
let latest: SessionHint | null = null;

/** Null if signed out, and in the server's HTML. */
export function useSessionHint(): SessionHint | null {
  return useSyncExternalStore(subscribe, readSessionHint, () => null);
}

export function readSessionHint(): SessionHint | null {
  const hint = stored.read();
  // useSyncExternalStore needs the same object for the same hint.
  if (hint?.role !== latest?.role) latest = hint;
  return latest;
}

/** Called by the session on every sign-in, change of role and sign-out. */
export function writeSessionHint(hint: SessionHint | null): void {
  if (hint) stored.save({ role: hint.role });
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
