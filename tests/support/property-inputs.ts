import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as many inputs property tests get as they ask for: `npm test` gives them a fifth. */
    propertyFactor: number;
    propertySeed: number;
  }
}

/** The `numRuns` of a property test that asks for this many inputs. */
export function inputs(count: number): number {
  return Math.max(1, Math.round(count * inject('propertyFactor')));
}

// Vitest's setup file, for tests that don't ask for a number. The fixed seed lets a test that failed fail again.
fc.configureGlobal({ numRuns: inputs(100), seed: inject('propertySeed') });
