import { Trans, useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { failureOf, isConnectionError } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { focusStep } from '#app/shared/focus/focus-on-mount.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { type Step, StepList } from '#app/ui/layout/step-list.tsx';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { officeDay } from '#domain/office-time/office-day.ts';
import { type LastYear, prefill } from '#domain/tax-form/prefill.ts';
import { type SectionStatus, sectionOf, sectionStatuses } from '#domain/tax-form/sections.ts';
import { problemInWords, readProblems } from '#domain/tax-form/validate.ts';
import { DraftConflict } from '../autosave/draft-autosave.ts';
import {
  addDependent,
  confirmCarriedOver,
  confirmNumber,
  createFormState,
  type FormState,
  isShown,
  removeDependent,
  setAnswer,
  unconfirmedDoubts,
} from '../autosave/form-state.ts';
import { forgetAutosave } from '../autosave/open-drafts.ts';
import { Dependents } from './dependents.tsx';
import { LastSection } from './last-section.tsx';
import { SectionQuestions } from './questions.tsx';
import { ConflictDialog, SaveNote, SentElsewhereDialog } from './save-state.tsx';
import { useSteps } from './use-steps.ts';
import { type OpenForm, useTaxForm } from './use-tax-form.ts';

interface FormScreenProps extends OpenForm {
  /** Offered until the client edits the form. */
  lastYear: LastYear | null;
  onPutOff: () => void;
  /** The text of the button that leaves the form. */
  leaveLabel?: string;
  /** The client keeps the form that another device has sent. */
  onSentElsewhere: () => void;
}

/** The yearly form, one section at a time. It is validated at the end only. */
export function FormScreen({ lastYear, onPutOff, leaveLabel, onSentElsewhere, ...form }: FormScreenProps) {
  const { t } = useLingui();
  const { timeZone } = useOffice();
  const { year, autosave } = form;
  const { state, change, submit, sending, failure } = useTaxForm(form);
  const saving = useSyncExternalStore(autosave.subscribe, autosave.read);
  const { answers, problems, check, attempt } = state;
  const shown = useMemo(
    () =>
      sectionStatuses(answers, officeDay(new Date(), timeZone)).filter(
        (section) => section.state !== 'hidden',
      ),
    [answers, timeZone],
  );
  const { at, current, heading, goTo, goToField } = useSteps(shown, autosave.flush);
  const section = shown[at];
  const doubts = unconfirmedDoubts(state);
  const questions = {
    state,
    doubts,
    year,
    onAnswer: (path: string, answer: string | string[]) => change((s) => setAnswer(s, path, answer)),
    onConfirm: (path: string) => change((s) => confirmCarriedOver(s, [path])),
    onConfirmNumber: (path: string) => change((s) => confirmNumber(s, path)),
  };
  const isLast = at === shown.length - 1;
  const untouched = saving.kind === 'idle' && check.length === 0 && !autosave.isUnsaved();

  return (
    <div data-own-draft className="flex flex-col gap-4 lg:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="yearly-form" tabIndex={-1} className="text-2xl">
            <Trans>Yearly Questions {year}</Trans>
          </h2>
          <p className="mt-1 text-muted">
            <Trans>
              You need to answer questions marked with <span className="text-danger">*</span>. You can stop
              anytime and continue later.
            </Trans>
          </p>
        </div>
        <Button variant="secondary" onPress={onPutOff}>
          {leaveLabel ?? t`Go to my files`}
        </Button>
      </div>
      <div
        data-form-top
        className="grid scroll-mt-4 items-start gap-4 lg:scroll-mt-24 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-8"
      >
        <StepList
          label={t`Sections of the form`}
          current={current}
          onGo={goTo}
          steps={shown.map((one) => stepOf(one, state, t))}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <ErrorSummary
            title={t`Please complete the following required fields:`}
            attempt={attempt}
            issues={problems.map((problem) => ({
              fieldId: problem.path,
              message: problemInWords(problem, t),
            }))}
            onGo={goToField}
          />
          {failure !== null && saving.kind !== 'conflict' && <SubmitFailure error={failure} />}
          {lastYear && untouched && (
            <Banner
              title={t`We have your answers from ${{ year: year - 1 }}`}
              actions={
                <Button
                  variant="secondary"
                  onPress={() => {
                    const filled = prefill(lastYear);
                    change((s) => ({ ...createFormState(filled.answers, filled.check), attempt: s.attempt }));
                  }}
                >
                  <Trans>Use last year’s answers</Trans>
                </Button>
              }
            >
              <Trans>
                We can fill them in for you. Answers that may have changed are marked “Please check.”
              </Trans>
            </Banner>
          )}
          {section && (
            <form
              noValidate
              inert={sending}
              aria-labelledby="form-section"
              className="flex scroll-mt-4 flex-col gap-6 rounded-card border border-line bg-surface p-4 md:p-7 lg:scroll-mt-24"
              onSubmit={(event) => {
                event.preventDefault();
                if (isLast && !sending) void submit();
              }}
            >
              <header>
                <p className="text-sm font-semibold text-accent max-lg:hidden">
                  {t`Section ${{ number: at + 1 }} of ${{ count: shown.length }}`}
                </p>
                <h3 id="form-section" ref={heading} tabIndex={-1} className="text-xl">
                  {t(section.title)}
                </h3>
                <p className="text-muted">{t(section.about)}</p>
              </header>
              <SectionQuestions section={section.id} {...questions} />
              {section.id === 'dependents' && answers.isNew === '' && (
                <Banner
                  actions={
                    <Button variant="secondary" onPress={() => goToField('isNew')}>
                      <Trans>Go to that question</Trans>
                    </Button>
                  }
                >
                  <Trans>
                    Please answer whether you’re a new client first. What we ask here depends on it.
                  </Trans>
                </Banner>
              )}
              {section.id === 'dependents' && isShown('dependents', answers) && (
                <Dependents
                  {...questions}
                  onAdd={() => change(addDependent)}
                  onRemove={(one) => change((s) => removeDependent(s, one))}
                />
              )}
              {isLast && <LastSection check={check} doubts={doubts} answers={answers} onGo={goToField} />}
              <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-5">
                <Button
                  variant="secondary"
                  icon={<ArrowLeft size={18} aria-hidden />}
                  isDisabled={at === 0 || sending}
                  onPress={() => goTo(shown[at - 1]?.id ?? '')}
                >
                  <Trans>Back</Trans>
                </Button>
                {isLast ? (
                  <Button type="submit" size="large" isDisabled={sending} className="min-w-36">
                    {sending ? t`Submitting...` : t`Submit`}
                  </Button>
                ) : (
                  // Not a submit button: the Enter key in a field must not open the next section.
                  <Button size="large" className="min-w-36" onPress={() => goTo(shown[at + 1]?.id ?? '')}>
                    <Trans>Next</Trans>
                    <ArrowRight size={18} aria-hidden />
                  </Button>
                )}
              </div>
              <SaveNote saving={saving} />
            </form>
          )}
        </div>
      </div>
      {saving.kind === 'conflict' &&
        (saving.theirs ? (
          <ConflictDialog
            // Another device may have saved again.
            key={saving.theirs.version}
            mine={answers}
            theirs={saving.theirs}
            onKeep={(kept) => {
              change((s) => ({ ...s, answers: kept, sure: [] }));
              autosave.keepMine();
            }}
            onTheirs={autosave.takeTheirs}
          />
        ) : (
          <SentElsewhereDialog
            onMine={autosave.keepMine}
            onTheirs={() => {
              forgetAutosave(form.userId, year);
              void invalidate(['tax-form-status']);
              onSentElsewhere();
            }}
          />
        ))}
    </div>
  );
}

/** A section as a step of the list, with its state in words. */
function stepOf({ id, title, state, problems }: SectionStatus, form: FormState, t: Translate): Step {
  const highlighted = form.problems.filter(({ path }) => sectionOf(path) === id).length;
  const toCheck = form.check.filter((path) => sectionOf(path) === id && isShown(path, form.answers)).length;
  const label = t(title);
  if (highlighted > 0) {
    return { id, label, state: 'problem', detail: t(msg`${{ count: highlighted }} to correct`) };
  }
  if (state !== 'complete') {
    const detail =
      problems.length === 0
        ? t(msg`Not started`)
        : t(
            msg`${plural({ count: problems.length }, { one: '# question left', other: '# questions left' })}`,
          );
    return { id, label, state: 'open', detail };
  }
  if (toCheck > 0) {
    const detail = t(
      msg`${plural({ count: toCheck }, { one: '# answer to check', other: '# answers to check' })}`,
    );
    return { id, label, state: 'open', detail };
  }
  return { id, label, state: 'done', detail: t(msg`Complete`) };
}

/** Gets the focus, because it is above the section and the submit button below. */
function SubmitFailure({ error }: { error: unknown }) {
  const { t } = useLingui();
  const phone = useOffice().contact.phone.display;
  const { code, details } = failureOf(error);
  const [problem] = readProblems(details);
  let title = t`Error submitting form. Please complete all fields.`;
  let advice = t`Your answers are still here. If this happens again, please call us: ${{ phone }}`;
  if (isConnectionError(error)) {
    title = t`You’re offline, so your form was not submitted`;
    advice = t`Your answers are still here. Keep this page open, and submit again when you’re back online.`;
  } else if (error instanceof DraftConflict) {
    title = t`Your form is not submitted yet`;
    advice = t`You filled it out on another device too. Please check your answers, then submit again.`;
  } else if (code === '42501') {
    // The database refuses changes of a form whose return was filed.
    advice = t`You can’t change this year’s form anymore. Please call us: ${{ phone }}`;
  } else if (problem) {
    title = problemInWords(problem, t);
    if (problem.path === 'year')
      advice = t`Please check the date on this device, then reload this page. We can fill in the answers that were saved.`;
  }
  return (
    <div ref={focusStep} tabIndex={-1}>
      <Banner kind="danger" announce title={title}>
        {advice}
      </Banner>
    </div>
  );
}
