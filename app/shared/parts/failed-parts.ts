/** A part of the page whose script may fail to load. */
interface Part {
  /** The parts that had failed before it was opened. */
  openedAfter: ReadonlySet<Part>;
  /** Whether it shows that scripts could not be loaded. */
  showsFailure: boolean;
  retry: () => void;
}

/**
 * The parts of the page whose scripts could not be loaded. Parts often share a file, and then fail together: one message
 * is for all of them. A part that is opened later shows its own, because the other one may be out of sight.
 */
export function createFailedParts() {
  const failed = new Set<Part>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of listeners) listener();
  };

  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** @param retry loads the script of this part again */
    open: (retry: () => void): Part => ({ openedAfter: new Set(failed), showsFailure: false, retry }),
    /** To be called when the part's script could not be loaded. */
    fail: (part: Part) => {
      const shown = [...failed].filter(({ showsFailure }) => showsFailure);
      part.showsFailure ||= shown.every((one) => part.openedAfter.has(one));
      failed.add(part);
      changed();
    },
    /** To be called when it was loaded, and when it is gone. */
    clear: (part: Part) => {
      if (!failed.delete(part)) return;
      const [first] = failed;
      // The others still need a message.
      if (first && ![...failed].some(({ showsFailure }) => showsFailure)) first.showsFailure = true;
      part.showsFailure = false;
      changed();
    },
    retryAll: () => {
      for (const { retry } of [...failed]) retry();
    },
  };
}
