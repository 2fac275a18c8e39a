import { useState } from 'react';
import { messageOf } from './error-wording.ts';

/** Runs what a button does: busy meanwhile, what was refused in words, and `after` either way. */
export function useAct(after: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Whether it was done. */
  async function run(act: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await act();
      return true;
    } catch (error) {
      setProblem(messageOf(error));
      return false;
    } finally {
      await after();
      setBusy(false);
    }
  }
  return { run, busy, problem, clear: () => setProblem(null) };
}
