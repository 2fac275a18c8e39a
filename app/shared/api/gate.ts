/** The first person did not log in again: what they were about to send must not go out. */
export class SessionOver extends Error {
  readonly code = 'session_over';
  constructor() {
    super('The session is over');
  }
}

interface Wait {
  promise: Promise<void>;
  resolve: () => void;
  reject: (error: SessionOver) => void;
}

/**
 * Holds the requests of a person whose session has ended while their pages are open. They go out after the same person
 * has logged in again.
 */
export function createGate() {
  let wait: Wait | null = null;

  function newWait(): Wait {
    let [resolve, reject]: [Wait['resolve'], Wait['reject']] = [() => undefined, () => undefined];
    const promise = new Promise<void>((onResolved, onRejected) => {
      resolve = onResolved;
      reject = onRejected;
    });
    // Perhaps nothing waits.
    promise.catch(() => undefined);
    return { promise, resolve, reject };
  }

  return {
    close(): void {
      wait ??= newWait();
    },
    /** @param isSame whether the same person goes on */
    open(isSame: boolean): void {
      if (isSame) wait?.resolve();
      else wait?.reject(new SessionOver());
      wait = null;
    },
    /** Resolves when requests may be sent. Throws `SessionOver`. */
    whenOpen: async (): Promise<void> => {
      await wait?.promise;
    },
  };
}

export const gate = createGate();
