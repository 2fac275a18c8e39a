import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { accountDraft } from '#app/shared/drafts/form-draft.ts';
import { useOffice } from '#app/shared/site-data.tsx';
// Configures zod for the content security policy: no eval.
import '#app/shared/forms/zod.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { storedDeviceName } from '#domain/account/device.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import type { TaxFormAnswers } from '#domain/tax-form/answers.ts';
import { sectionOf } from '#domain/tax-form/sections.ts';
import { type Problem, problemsOf, readProblems } from '#domain/tax-form/validate.ts';
import { type DraftAutosave, DraftConflict } from '../autosave/draft-autosave.ts';
import { submitForm } from '../autosave/form-data.ts';
import { createFormState, type FormState, withProblems } from '../autosave/form-state.ts';
import { forgetAutosave } from '../autosave/open-drafts.ts';

/** Last year's answers that the client has not checked yet. Only their paths ("phone") are stored in the browser. */
const pathsOf = (userId: string, year: number) =>
  accountDraft(userId, `tax-form-check-${year}`, { paths: '' });

function saveCarriedOver(userId: string, year: number, paths: readonly string[]): void {
  if (paths.length === 0) pathsOf(userId, year).clear();
  else pathsOf(userId, year).save({ paths: paths.join(' ') });
}

export function readCarriedOver(userId: string, year: number): string[] {
  return pathsOf(userId, year).read()?.paths.split(' ').filter(sectionOf) ?? [];
}

export interface OpenForm {
  userId: string;
  year: number;
  autosave: DraftAutosave;
  answers: TaxFormAnswers;
  check: readonly string[];
  onSent: (answers: TaxFormAnswers) => void;
}

export function useTaxForm({ userId, year, autosave, answers, check, onSent }: OpenForm) {
  const { t } = useLingui();
  const { timeZone } = useOffice();
  const [state, setState] = useState<FormState>(() => createFormState(answers, check));
  // Autofill calls change() several times before the next render.
  const current = useRef(state);
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  function change(step: (state: FormState) => FormState): void {
    const before = current.current;
    const next = step(before);
    current.current = next;
    setState(next);
    if (next.answers !== before.answers) autosave.changed(next.answers);
    if (next.check !== before.check) saveCarriedOver(userId, year, next.check);
  }

  useEffect(
    () =>
      autosave.onTheirs((draft, isMerged) => {
        const before = current.current;
        const device = storedDeviceName(draft.device, t) || t`another device`;
        current.current = isMerged
          ? { ...before, answers: draft.answers }
          : { ...createFormState(draft.answers), attempt: before.attempt };
        setState(current.current);
        if (!isMerged) saveCarriedOver(userId, year, []);
        notify(
          'info',
          isMerged
            ? t`We added your answers from ${{ device }}.`
            : t`Now showing your answers from ${{ device }}.`,
        );
      }),
    [autosave, userId, year, t],
  );
  useSaveOnLeave(autosave);

  function showProblems(problems: readonly Problem[]): void {
    change((before) => withProblems(before, problems));
  }

  async function submit(): Promise<void> {
    setFailure(null);
    const form = current.current.answers;
    const problems = problemsOf(form, officeDay(new Date(), timeZone));
    if (problems.length > 0) {
      showProblems(problems);
      return;
    }
    setSending(true);
    try {
      // A draft saved after the form would look like a new one.
      await autosave.pause();
      await submitForm(userId, year, form, autosave.seen().sentAt);
      forgetAutosave(userId, year);
      saveCarriedOver(userId, year, []);
      onSent(form);
    } catch (error) {
      autosave.resume();
      if (error instanceof DraftConflict) void autosave.refresh();
      const found = readProblems(failureOf(error).details).filter(({ path }) => sectionOf(path));
      if (found.length > 0) showProblems(found);
      else setFailure(error);
    } finally {
      setSending(false);
    }
  }

  // The form is inert while it is sent, but in Safari before 15.5, Chrome before 102, and Firefox before 112 it is not.
  return { state, change: sending ? () => {} : change, submit, sending, failure };
}

/** Saves when the page is hidden, and loads another device's draft when it is visible again. */
function useSaveOnLeave(autosave: DraftAutosave): void {
  useEffect(() => {
    const seen = () => {
      if (document.visibilityState === 'hidden') autosave.flush();
      else void autosave.refresh();
    };
    const leaving = (event: BeforeUnloadEvent) => {
      if (!autosave.isUnsaved()) return;
      autosave.flush();
      event.preventDefault();
    };
    const left = new AbortController();
    const { signal } = left;
    document.addEventListener('visibilitychange', seen, { signal });
    window.addEventListener('online', autosave.flush, { signal });
    window.addEventListener('beforeunload', leaving, { signal });
    return () => {
      left.abort();
      autosave.flush();
    };
  }, [autosave]);
}
