import type { Business } from '#domain/business/business.ts';

/** The office's facts at run time. They may change between two calls: ask at the time of use, and keep no copy. */
export interface Office {
  current(): Business;
  /** Grows with every change, on all servers alike. What is made from the facts is kept under this number. */
  version(): number;
  /** Whether the office has entered no facts yet: these are our example. */
  isExample(): boolean;
  /** Calls back after each change. Returns a function that stops it. */
  subscribe(onChange: () => void): () => void;
}

/** Facts that never change. */
export function fixedOffice(facts: Business, version = 0): Office {
  return {
    current: () => facts,
    version: () => version,
    isExample: () => false,
    subscribe: () => () => undefined,
  };
}
