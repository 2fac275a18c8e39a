/** The first person did not log in again: what they were about to send must not go out. */
export class SessionOver extends Error {
  readonly code = 'session_over';
  constructor() {
    super('The session is over');
  }
}

/**
 * Holds the requests of a person whose session has ended while their pages are open. They go out after the same person
 * has logged in again.
 */
export function createGate() {
  let isClosed = false;
  const waiting: ((isSame: boolean) => void)[] = [];

  return {
    close(): void {
      isClosed = true;
    },
    /** @param isSame whether the same person goes on */
    open(isSame: boolean): void {
      isClosed = false;
      for (const goOn of waiting.splice(0)) goOn(isSame);
    },
    /** Resolves when requests may be sent. Throws `SessionOver`. */
    async whenOpen(): Promise<void> {
      if (!isClosed) return;
      const isSame = await new Promise<boolean>((resolve) => waiting.push(resolve));
      if (!isSame) throw new SessionOver();
    },
  };
}

export const gate = createGate();
