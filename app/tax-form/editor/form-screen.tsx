import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useMemo } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { ErrorSummary } from '#app/ui/fields/error-summary.tsx';
import { StepList } from '#app/ui/layout/step-list.tsx';
import { PROBLEMS_HEADER } from '#domain/tax-form/messages.ts';
import { prefill } from '#domain/tax-form/prefill.ts';
import { sectionStatuses } from '#domain/tax-form/sections.ts';
import type { SentForm } from '../autosave/form-data.ts';
import {
  answered,
  begin,
  confirmed,
  confirmedNumber,
  dependentAdded,
  dependentRemoved,
  isShown,
  openDoubts,
} from '../autosave/form-state.ts';
import { Dependents } from './dependents.tsx';
import { DraftQuestion } from './draft-question.tsx';
import { LastSection } from './last-section.tsx';
import { PrefillOffer } from './prefill-offer.tsx';
import { SectionQuestions } from './questions.tsx';
import { SaveNote, useSaving } from './save-note.tsx';
import { stepOf } from './step-of.ts';
import { SubmitFailure } from './submit-failure.tsx';
import { useSteps } from './use-steps.ts';
import { type OpenForm, today, useTaxForm } from './use-tax-form.ts';

interface FormScreenProps extends OpenForm {
  /** Offered while nothing is begun. */
  lastYear: SentForm | null;
  /** To the files, and maybe later back. */
  onPutOff: () => void;
  /** The form was sent from another device, and that shall stand. */
  onSentElsewhere: () => void;
}

/** The yearly form, a section at a time. Nothing keeps anybody from going on; all is judged at the end. */
export function FormScreen({ lastYear, onPutOff, onSentElsewhere, ...form }: FormScreenProps) {
  const { year, keeper } = form;
  const { state, change, submit, sending, failure } = useTaxForm(form);
  const saving = useSaving(keeper);
  const { answers, problems, check, attempt } = state;
  const shown = useMemo(
    () => sectionStatuses(answers, today()).filter((section) => section.state !== 'hidden'),
    [answers],
  );
  const { at, current, heading, goTo, goToField } = useSteps(shown, keeper.flush);
  const section = shown[at];
  const doubts = openDoubts(state);
  const questions = {
    state,
    doubts,
    year,
    onAnswer: (path: string, answer: string | string[]) => change((s) => answered(s, path, answer)),
    onConfirm: (path: string) => change((s) => confirmed(s, [path])),
    onSure: (path: string) => change((s) => confirmedNumber(s, path)),
  };
  const isLast = at === shown.length - 1;
  const untouched = saving.kind === 'nothing' && check.length === 0 && !keeper.isUnsaved();

  return (
    <div className="flex flex-col gap-4 lg:gap-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h2 id="yearly-form" tabIndex={-1} className="text-2xl">
            Yearly Questions {year}
          </h2>
          <p className="mt-1 text-muted">
            A question with <span className="text-danger">*</span> needs an answer. You can stop any time and
            go on later.
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
                change((s) => ({ ...begin(filled.answers, filled.check), attempt: s.attempt }));
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
                  onAdd={() => change(dependentAdded)}
                  onRemove={(one) => change((s) => dependentRemoved(s, one))}
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
                  // No submit button: the Enter key in a field must not turn the page.
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
      {saving.kind === 'asking' && (
        <DraftQuestion
          theirs={saving.theirs}
          onMine={keeper.keepMine}
          onTheirs={saving.theirs ? keeper.takeTheirs : onSentElsewhere}
        />
      )}
    </div>
  );
}
