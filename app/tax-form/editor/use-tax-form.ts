import { useEffect, useRef, useState } from 'react';
import { business } from '#app/business.ts';
// The domain's zod, told not to try eval.
import '#app/shared/forms/zod.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { type Problem, problemsOf, readProblems } from '#domain/tax-form/validate.ts';
import type { DraftKeeper } from '../autosave/draft-keeper.ts';
import { submitForm } from '../autosave/form-data.ts';
import { begin, type FormState, refused } from '../autosave/form-state.ts';
import { forgetKeeper } from '../autosave/keepers.ts';
import { saveChecks } from './checks.ts';

export const today = () => officeDay(new Date(), business.timeZone);

export interface OpenForm {
  userId: string;
  year: number;
  keeper: DraftKeeper;
  answers: TaxFormAnswers;
  check: readonly string[];
  onSent: (answers: TaxFormAnswers) => void;
}

/** A form that is open: its answers, its draft, and the way to send it. */
export function useTaxForm({ userId, year, keeper, answers, check, onSent }: OpenForm) {
  const [state, setState] = useState<FormState>(() => begin(answers, check));
  // A browser that fills in ten fields at once calls ten times before anything is drawn again.
  const current = useRef(state);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function change(step: (state: FormState) => FormState): void {
    const before = current.current;
    const next = step(before);
    current.current = next;
    setState(next);
    if (next.answers !== before.answers) keeper.changed(next.answers);
    if (next.check !== before.check) saveChecks(userId, year, next.check);
  }

  useEffect(
    () =>
      keeper.onTheirs((draft) => {
        current.current = { ...begin(draft.answers), attempt: current.current.attempt };
        setState(current.current);
        saveChecks(userId, year, []);
        notify('info', `Now with what you typed on ${draft.device || 'another device'}.`);
      }),
    [keeper, userId, year],
  );
  useSavingOnLeave(keeper);

  function refuse(problems: readonly Problem[]): void {
    change((before) => refused(before, problems));
  }

  async function submit(): Promise<void> {
    setFailure(null);
    const form = current.current.answers;
    const problems = problemsOf(form, today());
    if (problems.length > 0) {
      refuse(problems);
      return;
    }
    setSending(true);
    // A draft that arrives after the form would stand there as if the form had been begun again.
    await keeper.rest();
    try {
      await submitForm(userId, year, form);
      forgetKeeper(userId, year);
      saveChecks(userId, year, []);
      onSent(form);
    } catch (error) {
      keeper.resume();
      const found = readProblems((error as { details?: unknown }).details);
      if (found.length > 0) refuse(found);
      else setFailure(error);
    } finally {
      setSending(false);
    }
  }

  return { state, change, submit, sending, failure };
}

/** Saves when the page goes out of sight, and looks for another device's answers when it comes back. */
function useSavingOnLeave(keeper: DraftKeeper): void {
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'hidden') keeper.flush();
      else void keeper.look();
    };
    const online = () => keeper.flush();
    const leaving = (event: BeforeUnloadEvent) => {
      if (!keeper.isUnsaved()) return;
      keeper.flush();
      event.preventDefault();
    };
    document.addEventListener('visibilitychange', seen);
    window.addEventListener('online', online);
    window.addEventListener('beforeunload', leaving);
    return () => {
      document.removeEventListener('visibilitychange', seen);
      window.removeEventListener('online', online);
      window.removeEventListener('beforeunload', leaving);
      keeper.flush();
    };
  }, [keeper]);
}
