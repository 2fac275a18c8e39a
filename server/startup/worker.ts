interface Options {
  /** Does what is due. Returns the milliseconds until the next round; undefined if only a wake brings one. */
  round: () => Promise<number | undefined>;
  onError: (error: unknown) => void;
  /** Milliseconds until the round after one that failed. */
  retryMs: number;
}

/** Background work in rounds, one at a time: when its time comes, and when it is woken. Begins with the first wake. */
export function createWorker({ round, onError, retryMs }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  let stopped = false;
  let working: Promise<void> | undefined;

  const wake = (): void => {
    isWoken = true;
    if (working || stopped) return;
    clearTimeout(timer);
    working = work();
  };
  const work = async () => {
    let wait: number | undefined;
    do {
      isWoken = false;
      wait = await round().catch((error: unknown) => {
        onError(error);
        return retryMs;
      });
    } while (isWoken && !stopped);
    working = undefined;
    if (!stopped && wait !== undefined) timer = setTimeout(wake, wait).unref();
  };
  return {
    wake,
    isStopped: () => stopped,
    /** No round begins anymore. Resolves when the current one has ended. */
    stop: async (): Promise<void> => {
      stopped = true;
      clearTimeout(timer);
      await working;
    },
  };
}
