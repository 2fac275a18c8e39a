let isLoaded = false;
const listeners = new Set<() => void>();

/** Called by the supabase client when a page has loaded it: from then on a person may sign in. */
export function announceClient(): void {
  isLoaded = true;
  for (const listener of listeners) listener();
  listeners.clear();
}

/** Calls the listener when the client is loaded; at once if it is. */
export function onClientLoaded(listener: () => void): void {
  if (isLoaded) listener();
  else listeners.add(listener);
}
