let isHere = false;
const waiting = new Set<() => void>();

/** Said by the API's library when a page has loaded it: from then on somebody may sign in. */
export function announceLibrary(): void {
  isHere = true;
  for (const listener of waiting) listener();
  waiting.clear();
}

/** Calls when the library is here, at once where it is already. */
export function onLibrary(listener: () => void): void {
  if (isHere) listener();
  else waiting.add(listener);
}
