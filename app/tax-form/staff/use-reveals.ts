import { useEffect, useRef, useState } from 'react';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useHiddenWindow } from '#app/shared/browser/use-hidden-window.ts';
import { readAnswers } from '#domain/tax-form/answers.ts';
import { fitsMask, maskedForm, sensitiveAnswers } from '#domain/tax-form/sensitive.ts';
import { changedAnswers } from '#domain/tax-form/staff/changes.ts';
import { SHOWN_MS } from '#domain/tax-form/staff/reveal-reasons.ts';
import type { FormSheet } from './forms-query.ts';

interface Shown {
  number: string;
  /** When it is masked again, by the computer's clock: timers stop while it sleeps. */
  until: number;
}

export type Reveals = ReturnType<typeof useReveals>;

/**
 * Revealed answers. They are in component state only, and masked again after fifteen minutes, on unmount, and when the
 * window is hidden. A window that only lost the focus stays as it is: staff type into the tax program beside it.
 */
export function useReveals(sheet: FormSheet, onChanged: () => void) {
  const [shown, setShown] = useState<Readonly<Record<string, Shown>>>({});
  const [asked, setAsked] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  /** Changes whenever everything is hidden, so that a late answer is not shown. */
  const round = useRef(0);
  const masks = sensitiveAnswers(sheet.form_data);
  const hidesAt = Object.values(shown).reduce((first, { until }) => Math.min(first, until), Infinity);

  function hideAll() {
    round.current += 1;
    setShown({});
  }

  useHiddenWindow(hideAll);

  useEffect(() => {
    if (hidesAt === Infinity) return;
    const timer = setInterval(() => {
      const now = Date.now();
      if (now < hidesAt) return;
      setShown((all) => Object.fromEntries(Object.entries(all).filter(([, { until }]) => until > now)));
    }, 1000);
    return () => clearInterval(timer);
  }, [hidesAt]);

  /** Shows what `load` returns, after the server has recorded the access, unless it is not of the form on the screen. */
  async function reveal(
    what: string,
    load: () => Promise<Record<string, string> | 'changed'>,
  ): Promise<Record<string, string> | null> {
    if (asked !== null) return null;
    const started = round.current;
    setAsked(what);
    setError(null);
    try {
      const numbers = await load();
      if (numbers === 'changed') {
        onChanged();
        return null;
      }
      if (round.current !== started || document.hidden) return null;
      const until = Date.now() + SHOWN_MS;
      const added = Object.entries(numbers).map(([path, number]) => [path, { number, until }]);
      setShown((others) => ({ ...others, ...Object.fromEntries(added) }));
      return numbers;
    } catch (problem) {
      setError(problem);
      return null;
    } finally {
      setAsked(null);
    }
  }

  return {
    /** The revealed answers by path. */
    numbers: Object.fromEntries(Object.entries(shown).map(([path, { number }]) => [path, number])) as Partial<
      Record<string, string>
    >,
    /** When the first of them is masked again; null if none is shown. */
    hidesAt: hidesAt === Infinity ? null : hidesAt,
    areAllShown: Object.keys(masks).length > 0 && Object.keys(masks).every((path) => path in shown),
    /** The path that is being revealed, or 'all'. */
    asked,
    error,
    /** Resolves to the number; to null if it could not be shown. */
    async show(path: string): Promise<string | null> {
      const numbers = await reveal(path, async () => {
        const number = await dataOf(rest.rpc('reveal_tax_answer', { form_id: sheet.id, field: path }));
        return fitsMask(path, number, masks[path]) ? { [path]: number } : 'changed';
      });
      return numbers?.[path] ?? null;
    },
    /** Resolves to whether all numbers are shown now. */
    async showAll(reason: string): Promise<boolean> {
      const numbers = await reveal('all', async () => {
        const answers = await dataOf(rest.rpc('reveal_tax_form', { form_id: sheet.id, reason }));
        const form = answers as unknown as object;
        const changes = changedAnswers(readAnswers(sheet.form_data), readAnswers(maskedForm(form)));
        return changes.length === 0 ? sensitiveAnswers(form) : 'changed';
      });
      return numbers !== null;
    },
    hide: (path: string) => setShown(({ [path]: _, ...others }) => others),
    hideAll,
  };
}
