import { storedText } from '#app/shared/drafts/stored-value.ts';

/** The storage key of the auth library's session. It is the library's default, fixed here to be known without it. */
export function sessionKeyOf(hostname: string): string {
  return `sb-${hostname.split('.')[0]}-auth-token`;
}

/** Whether someone may be signed in. A browser that refuses storage has no session. */
export function isSessionStored(): boolean {
  return storedText('local', sessionKeyOf(window.location.hostname)).read() !== null;
}

/** Calls the listener when another tab stores a session. */
export function onSessionStored(listener: () => void): void {
  window.addEventListener('storage', ({ key, newValue }) => {
    if (newValue !== null && key === sessionKeyOf(window.location.hostname)) listener();
  });
}
