import { setTimeout as pause } from 'node:timers/promises';

export interface Reads {
  rows: () => Promise<Response>;
  file: () => Promise<Response>;
}

export interface Felt {
  reads: number;
  /** The longest time that an answer took, in milliseconds. */
  slowest: number;
  /** Requests that did not get the right answer. */
  failures: string[];
}

const BETWEEN_MS = 40;
/** A read that takes longer counts as failed. */
const GIVE_UP_MS = 20_000;

/** Keeps reading like a normal user until it must stop. */
export function startReading(reads: Reads): { stop(): Promise<Felt> } {
  const felt: Felt = { reads: 0, slowest: 0, failures: [] };
  let stopped = false;
  const timed = async (name: string, read: () => Promise<Response>) => {
    const began = performance.now();
    try {
      const response = await read();
      await response.arrayBuffer();
      if (response.status !== 200) felt.failures.push(`${name}: ${response.status}`);
    } catch (error) {
      felt.failures.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    felt.reads++;
    felt.slowest = Math.max(felt.slowest, performance.now() - began);
  };
  const reading = (async () => {
    while (!stopped) {
      await timed('rows', reads.rows);
      await timed('file', reads.file);
      await pause(BETWEEN_MS);
    }
  })();
  return {
    stop: async () => {
      stopped = true;
      await reading;
      return felt;
    },
  };
}

export const withinPatience = (init: RequestInit = {}): RequestInit => ({
  ...init,
  signal: AbortSignal.timeout(GIVE_UP_MS),
});
