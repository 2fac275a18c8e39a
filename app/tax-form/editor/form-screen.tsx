import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { business } from '#app/business.ts';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { type Step, StepList } from '#app/ui/layout/step-list.tsx';
import { prefill } from '#domain/tax-form/prefill.ts';
import { type SectionStatus, sectionOf, sectionStatuses } from '#domain/tax-form/sections.ts';
import { PROBLEMS_HEADER } from '#domain/tax-form/validate.ts';
import type { SentForm } from '../autosave/form-data.ts';
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
import { Dependents } from './dependents.tsx';
import { LastSection } from './last-section.tsx';
import { SectionQuestions } from './questions.tsx';
import { DraftConflictDialog, SaveNote, useSaveState } from './save-state.tsx';
import { useSteps } from './use-steps.ts';
import { type OpenForm, today, useTaxForm } from './use-tax-form.ts';

interface FormScreenProps extends OpenForm {
  /** Offered until the client edits the form. */
  lastYear: SentForm | null;
  onPutOff: () => void;
  /** The client keeps the form that another device has sent. */
  onSentElsewhere: () => void;
}

/** The yearly form, one section at a time. It is validated at the end only. */
export function FormScreen({ lastYear, onPutOff, onSentElsewhere, ...form }: FormScreenProps) {
  const { year, autosave } = form;
  const { state, change, submit, sending, failure } = useTaxForm(form);
  const saving = useSaveState(autosave);
  const { answers, problems, check, attempt } = state;
  const shown = useMemo(
    () => sectionStatuses(answers, today()).filter((section) => section.state !== 'hidden'),
    [answers],
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
    <div className="flex flex-col gap-4 lg:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="yearly-form" tabIndex={-1} className="text-2xl">
            Yearly Questions {year}
          </h2>
          <p className="mt-1 text-muted">
            A question with <span className="text-danger">*</span> needs an answer. You can stop at any time
            and continue later.
          </p>
        </div>
        <Button variant="secondary" onPress={onPutOff}>
          Go to my files
        </Button>
      </div>
      <div
        data-form-top
        className="grid scroll-mt-4 items-start gap-4 lg:scroll-mt-24 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-8"
      >
        <StepList
          label="Sections of the form"
          noun="Section"
          current={current}
          onGo={goTo}
          steps={shown.map((one) => stepOf(one, state))}
        />
        <div className="flex min-w-0 flex-col gap-4">
          <ErrorSummary
            title={PROBLEMS_HEADER}
            attempt={attempt}
            issues={problems.map(({ path, message }) => ({ fieldId: path, message }))}
            onGo={goToField}
          />
          {failure !== null && <SubmitFailure error={failure} />}
          {lastYear && untouched && (
            <PrefillOffer
              year={year}
              onPrefill={() => {
                const filled = prefill(lastYear.form);
                change((s) => ({ ...createFormState(filled.answers, filled.check), attempt: s.attempt }));
              }}
            />
          )}
          {section && (
            <form
              noValidate
              aria-labelledby="form-section"
              className="flex scroll-mt-4 flex-col gap-6 rounded-card border border-line bg-surface p-4 md:p-7 lg:scroll-mt-24"
              onSubmit={(event) => {
                event.preventDefault();
                if (isLast && !sending) void submit();
              }}
            >
              <header>
                <p className="text-sm font-semibold text-accent max-lg:hidden">
                  Section {at + 1} of {shown.length}
                </p>
                <h3 id="form-section" ref={heading} tabIndex={-1} className="text-xl">
                  {section.title}
                </h3>
                <p className="text-muted">{section.about}</p>
              </header>
              <SectionQuestions section={section.id} {...questions} />
              {section.id === 'dependents' && answers.isNew === '' && (
                <Banner
                  actions={
                    <Button variant="secondary" onPress={() => goToField('isNew')}>
                      Go to that question
                    </Button>
                  }
                >
                  What we ask here depends on whether you are a new client: please answer that first.
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
                  Back
                </Button>
                {isLast ? (
                  <Button type="submit" size="large" isDisabled={sending} className="min-w-36">
                    {sending ? 'Submitting...' : 'Submit'}
                  </Button>
                ) : (
                  // Not a submit button: the Enter key in a field must not open the next section.
                  <Button size="large" className="min-w-36" onPress={() => goTo(shown[at + 1]?.id ?? '')}>
                    Next
                    <ArrowRight size={18} aria-hidden />
                  </Button>
                )}
              </div>
              <SaveNote saving={saving} />
            </form>
          )}
        </div>
      </div>
      {saving.kind === 'conflict' && (
        <DraftConflictDialog
          theirs={saving.theirs}
          onMine={autosave.keepMine}
          onTheirs={saving.theirs ? autosave.takeTheirs : onSentElsewhere}
        />
      )}
    </div>
  );
}

/** A section as a step of the list, with its state in words. */
function stepOf({ id, title, state, problems }: SectionStatus, form: FormState): Step {
  const highlighted = form.problems.filter(({ path }) => sectionOf(path) === id).length;
  const toCheck = form.check.filter((path) => sectionOf(path) === id && isShown(path, form.answers)).length;
  const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
  if (highlighted > 0) return { id, label: title, state: 'problem', detail: `${highlighted} to correct` };
  if (state !== 'complete') {
    const left = problems.length === 0 ? 'Not started' : `${count(problems.length, 'question')} left`;
    return { id, label: title, state: 'open', detail: left };
  }
  if (toCheck > 0) return { id, label: title, state: 'open', detail: `${count(toCheck, 'answer')} to check` };
  return { id, label: title, state: 'done', detail: 'Complete' };
}

function PrefillOffer({ year, onPrefill }: { year: number; onPrefill: () => void }) {
  return (
    <Banner
      title={`We have your answers of ${year - 1}`}
      actions={
        <Button variant="secondary" onPress={onPrefill}>
          Prefill from last year
        </Button>
      }
    >
      They can be filled in for you. Answers that may have changed are marked “Please check”.
    </Banner>
  );
}

const SUBMIT_FAILED = 'Error submitting form. Please complete all fields.';

/** Gets the focus, because it is above the section and the submit button below. */
function SubmitFailure({ error }: { error: unknown }) {
  return (
    <div ref={focusIntoView} tabIndex={-1}>
      <Banner kind="danger" announce title={SUBMIT_FAILED}>
        {adviceFor(error)}
      </Banner>
    </div>
  );
}

function focusIntoView(element: HTMLElement | null): void {
  element?.focus();
}

function adviceFor(error: unknown): string {
  if (isConnectionError(error)) {
    return 'There is no connection at the moment. Your answers are still here: please try again when you are online.';
  }
  // The database refuses changes of a form whose return was filed.
  if ((error as { code?: unknown }).code === '42501') {
    return `This year’s form can’t be changed any more. Please call us: ${business.contact.phone.display}`;
  }
  return `Your answers are still here. If it happens again, please call us: ${business.contact.phone.display}`;
}
