import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from './error-wording.ts';

/** Runs the action of a button: `busy` while it runs, `problem` as text for the reader, `after` in any case. */
export function useAction(after: () => Promise<void>) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Resolves to whether the action succeeded. */
  async function run(action: () => Promise<void>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      setProblem(messageOf(error, t));
      return false;
    } finally {
      await after();
      setBusy(false);
    }
  }
  return { run, busy, problem, clear: () => setProblem(null) };
}
