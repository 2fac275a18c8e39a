const listeners = new Set<() => void>();

/** Called when the server has refused something: the person may have lost the right for it meanwhile. */
export function announceRefusal(): void {
  for (const listener of listeners) listener();
}

/** Returns how to stop listening. */
export function onRefusal(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
