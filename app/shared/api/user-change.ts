const listeners = new Set<() => void>();

/** Called when the signed-in person is gone, or is another one. */
export function announceUserChange(): void {
  for (const listener of listeners) listener();
}

/** For data of a person outside the query client: the next user of this tab must not see it. */
export function onUserChange(listener: () => void): void {
  listeners.add(listener);
}
