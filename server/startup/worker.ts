interface Options {
  /**
   * Does what is due, until the stop aborts it. Returns the milliseconds until the next round; undefined if only a wake
   * brings one.
   */
  round: (stopping: AbortSignal) => Promise<number | undefined>;
  onError: (error: unknown) => void;
  /** Milliseconds until the round after one that failed. */
  retryMs: number;
}

/** Background work in rounds, one at a time: when its time comes, and when it is woken. Begins with the first wake. */
export function createWorker({ round, onError, retryMs }: Options) {
  let timer: NodeJS.Timeout | undefined;
  let isWoken = false;
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let working: Promise<void> | undefined;

  const wake = (): void => {
    isWoken = true;
    if (working || isStopped()) return;
    clearTimeout(timer);
    working = work();
  };
  const work = async () => {
    let wait: number | undefined;
    do {
      isWoken = false;
      wait = await round(stopping.signal).catch((error: unknown) => {
        onError(error);
        return retryMs;
      });
    } while (isWoken && !isStopped());
    working = undefined;
    if (!isStopped() && wait !== undefined) timer = setTimeout(wake, wait).unref();
  };
  return {
    wake,
    isStopped,
    /** No round begins anymore. Resolves when the current one has ended. */
    stop: async (): Promise<void> => {
      stopping.abort();
      clearTimeout(timer);
      await working;
    },
  };
}
