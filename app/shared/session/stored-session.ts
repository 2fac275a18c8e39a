/**
 * Where the library keeps the session: the name that it would choose by itself, said here so that others can look
 * whether there is one without loading it.
 */
export function sessionKeyOf(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`;
}

/** Whether somebody may be signed in. A browser that refuses storage keeps no session. */
export function isSessionStored(): boolean {
  try {
    return localStorage.getItem(sessionKeyOf(window.location.hostname)) !== null;
  } catch {
    return false;
  }
}

/** Tells when another tab has stored one. */
export function onSessionStored(listener: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key === sessionKeyOf(window.location.hostname)) listener();
  });
}
