import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { messageOf } from './error-wording.ts';

/**
 * Runs the action of a button: `busy` while it runs, `problem` as text for the reader, `after` in any case.
 * @param wording why an action failed
 * @param tell says that instead of `problem`, such as in a toast
 */
export function useAction(
  after: () => Promise<unknown> = async () => {},
  wording = messageOf,
  tell?: (problem: string) => void,
) {
  const { t } = useLingui();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  /** Resolves to whether the action succeeded. */
  async function run(action: () => Promise<unknown>): Promise<boolean> {
    setBusy(true);
    setProblem(null);
    try {
      await action();
      return true;
    } catch (error) {
      (tell ?? setProblem)(wording(error, t));
      return false;
    } finally {
      await after();
      setBusy(false);
    }
  }
  return { run, busy, problem, setProblem, clear: () => setProblem(null) };
}
