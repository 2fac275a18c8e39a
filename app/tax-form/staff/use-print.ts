import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { isObject } from '#domain/tax-form/answers.ts';
import { printReason } from '#domain/tax-form/staff/reveal-reasons.ts';
import { type FormSheet, lastPrintQuery } from './forms-query.ts';
import type { Reveals } from './use-reveals.ts';

/** The form was submitted again since it was loaded: these are no longer the newest answers. */
const FORM_CHANGED = 'PT409';

export type Printing = ReturnType<typeof usePrint>;

/** Prints the form. The print is recorded before; without the record, there is none. */
export function usePrint(sheet: FormSheet, reveals: Reveals, onChanged: () => void) {
  const [hasNumbers, setHasNumbers] = useState(false);
  const [busy, setBusy] = useState<'masked' | 'numbers' | null>(null);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    const printed = () => setHasNumbers(false);
    window.addEventListener('afterprint', printed);
    return () => window.removeEventListener('afterprint', printed);
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
        const print = { form_id: sheet.id, seen: sheet.submitted_at, with_numbers: withNumbers };
        await done(rest.rpc('record_form_print', print));
        flushSync(() => setHasNumbers(withNumbers));
        window.print();
        // Afterwards, so that the paper still has the marks.
        void invalidate(lastPrintQuery(sheet).queryKey);
      } catch (problem) {
        if (isObject(problem) && problem.code === FORM_CHANGED) onChanged();
        else setError(problem);
      } finally {
        setBusy(null);
      }
    },
  };
}
