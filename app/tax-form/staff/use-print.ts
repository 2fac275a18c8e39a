import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { isObject } from '#domain/tax-form/answers.ts';
import { printReason } from '#domain/tax-form/staff/reveal-reasons.ts';
import { FORM_CHANGED, type FormSheet, lastPrintQuery, recordPrint } from './forms-query.ts';
import type { Reveals } from './use-reveals.ts';

export type Printing = ReturnType<typeof usePrint>;

/** Prints the form. The print is recorded before; without the record, there is none. */
export function usePrint(sheet: FormSheet, reveals: Reveals, onChanged: () => void) {
  const queries = useQueryClient();
  const [hasNumbers, setHasNumbers] = useState(false);
  const [busy, setBusy] = useState<'masked' | 'numbers' | null>(null);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const done = () => setHasNumbers(false);
    window.addEventListener('afterprint', done);
    return () => window.removeEventListener('afterprint', done);
  }, []);

  return {
    /** Whether the paper gets the revealed numbers. Otherwise they are masked there, also if the browser's menu prints. */
    hasNumbers,
    busy,
    error,
    async print(withNumbers: boolean): Promise<void> {
      if (busy !== null) return;
      setBusy(withNumbers ? 'numbers' : 'masked');
      setError(null);
      try {
        if (withNumbers && !reveals.areAllShown && !(await reveals.showAll(printReason.recorded))) return;
        await recordPrint(sheet, withNumbers);
        flushSync(() => setHasNumbers(withNumbers));
        window.print();
        // Afterwards, so that the paper still has the marks.
        void queries.invalidateQueries({ queryKey: lastPrintQuery(sheet).queryKey });
      } catch (problem) {
        if (isObject(problem) && problem.code === FORM_CHANGED) onChanged();
        else setError(problem);
      } finally {
        setBusy(null);
      }
    },
  };
}
