/** A part of the page whose script may fail to load. */
export interface LoadablePart {
  /** To be called when its script could not be loaded. */
  fail(): void;
  /** To be called when it was loaded, and when it is gone. */
  clear(): void;
  /** Whether it shows that scripts could not be loaded. */
  showsFailure(): boolean;
}

interface State {
  /** The parts that had failed before it was opened. */
  openedAfter: ReadonlySet<State>;
  showsFailure: boolean;
  retry: () => void;
}

/**
 * The parts of the page whose scripts could not be loaded. Parts often share a file, and then fail together: one message
 * is for all of them. A part that is opened later shows its own, because the other one may be out of sight.
 */
export function createFailedParts() {
  const failed = new Set<State>();
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
    open: (retry: () => void): LoadablePart => {
      const state: State = { openedAfter: new Set(failed), showsFailure: false, retry };
      return {
        fail: () => {
          const shown = [...failed].filter(({ showsFailure }) => showsFailure);
          state.showsFailure ||= shown.every((one) => state.openedAfter.has(one));
          failed.add(state);
          changed();
        },
        clear: () => {
          if (!failed.delete(state)) return;
          const [first] = failed;
          // The others still need a message.
          if (first && ![...failed].some(({ showsFailure }) => showsFailure)) first.showsFailure = true;
          state.showsFailure = false;
          changed();
        },
        showsFailure: () => state.showsFailure,
      };
    },
    retryAll: () => {
      for (const { retry } of [...failed]) retry();
    },
  };
}
