import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, ArrowRight, Check } from 'lucide-react';
import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { classNames } from '#app/ui/class-names.ts';
import { ProgressBar } from '#app/ui/feedback/progress-bar.tsx';
import { graph, type StepId } from '#domain/quote/graph.ts';
import { isAnswer, maxQuestions, optionsOf, progress } from '#domain/quote/quote.ts';
import type { QuoteWay } from './use-quote.ts';
import { type OptionWords, steps } from './words.ts';

interface QuestionProps {
  way: QuoteWay;
  step: StepId;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function Question({ step, heading, way }: QuestionProps) {
  const { quote } = way;
  const { t } = useLingui();
  const form = useRef<HTMLFormElement>(null);
  useEarlyPress(form, way);
  const asked = quote.answered.length;
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (quote.chosen.length > 0) way.next();
      }}
    >
      <ProgressBar
        label={t`Question ${{ question: asked + 1 }} of up to ${{ most: maxQuestions }}`}
        value={progress(quote)}
        detail=""
      />
      <div key={step} className={classNames('mt-7', asked > 0 && 'animate-rise')}>
        <h2 id="question" ref={heading} tabIndex={-1} className="text-2xl">
          {t(steps[step].question)}
        </h2>
        <div className="mt-3">
          <Answers step={step} quote={quote} choose={way.choose} />
        </div>
      </div>
      {/* Sticky, because a phone shows only half of a long list of answers. */}
      <div className="sticky bottom-(--bottom-bar) -mx-5 mt-7 -mb-5 flex gap-3 rounded-b-card border-t border-line bg-surface px-5 py-3 low:py-1.5 md:-mx-9 md:-mb-9 md:px-9 md:py-5">
        {asked > 0 && (
          <button
            type="button"
            onClick={way.back}
            className={buttonStyle('secondary', 'large', 'max-sm:px-5')}
          >
            <ArrowLeft size={20} aria-hidden />
            {t`Back`}
          </button>
        )}
        <button
          type="submit"
          disabled={quote.chosen.length === 0}
          className={buttonStyle('primary', 'large', 'flex-1 sm:ml-auto sm:min-w-44 sm:flex-none')}
        >
          {t`Next`}
          <ArrowRight size={20} aria-hidden />
        </button>
      </div>
    </form>
  );
}

/**
 * Each answer as a card. Native radio buttons and checkboxes, so that public pages need no library and they work before
 * hydration.
 */
function Answers({ step, quote, choose }: { step: StepId } & Pick<QuoteWay, 'quote' | 'choose'>) {
  const id = useId();
  const { t } = useLingui();
  const { hint } = steps[step];
  const words: Record<string, OptionWords> = steps[step].options;
  const several = graph[step].multiple;
  const value = quote.chosen;
  const toggled = (pressed: string) =>
    value.includes(pressed) ? value.filter((one) => one !== pressed) : [...value, pressed];
  return (
    <fieldset
      aria-labelledby="question"
      aria-describedby={hint ? `${id}-hint` : undefined}
      className="flex min-w-0 flex-col gap-2"
    >
      {hint && (
        <p id={`${id}-hint`} className="mb-1 text-sm text-muted">
          {t(hint)}
        </p>
      )}
      {optionsOf(step).map((option) => {
        const { label, hint } = words[option] ?? {};
        return (
          <label
            key={option}
            className="relative flex min-h-15 cursor-pointer items-center gap-4 rounded-control border border-control bg-surface px-4.5 py-3 outline-offset-2 outline-focus hover:border-ink has-checked:border-action has-checked:bg-action-soft has-focus-visible:outline-3"
          >
            <span className="relative flex shrink-0 text-on-action">
              <input
                type={several ? 'checkbox' : 'radio'}
                name={id}
                value={option}
                // Otherwise Firefox restores old answers into the question after a reload.
                autoComplete="off"
                checked={value.includes(option)}
                onChange={() => choose(several ? exclusiveNone(value, toggled(option)) : [option])}
                aria-describedby={hint ? `${id}-${option}` : undefined}
                className={classNames(
                  'peer size-5.5 scroll-mb-24 cursor-pointer appearance-none border-[1.5px] border-control bg-surface outline-none checked:border-action',
                  several ? 'rounded-sm checked:bg-action' : 'rounded-full checked:border-[6px]',
                )}
              />
              {several && (
                <Check
                  size={16}
                  strokeWidth={3}
                  aria-hidden
                  className="pointer-events-none absolute inset-0 m-auto opacity-0 peer-checked:opacity-100"
                />
              )}
            </span>
            <span>
              <span className="block">{label ? t(label) : option}</span>
              {hint && (
                <span id={`${id}-${option}`} aria-hidden="true" className="block text-sm text-muted">
                  {t(hint)}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </fieldset>
  );
}

/**
 * On a slow connection, the first question may be answered before hydration. React keeps the checked box but gets
 * no event for it, so without this hook, Next would stay disabled.
 */
function useEarlyPress(form: RefObject<HTMLFormElement | null>, { quote, ready, choose }: QuoteWay): void {
  const early = useRef<string>(undefined);

  // Before the first client render, which would uncheck the box.
  useLayoutEffect(() => {
    early.current = form.current?.querySelector<HTMLInputElement>('input:checked')?.value;
  }, [form]);

  useEffect(() => {
    if (!ready) return;
    const pressed = early.current;
    early.current = undefined;
    if (pressed === undefined || quote.at !== 'start' || quote.chosen.length > 0) return;
    if (isAnswer('start', [pressed])) choose([pressed]);
  });
}

const none = 'none';

/**
 * "None of these" and other answers exclude each other. The last click wins: "none" clears the others, and any
 * other answer clears "none".
 */
export function exclusiveNone(before: readonly string[], after: readonly string[]): readonly string[] {
  if (!after.includes(none) || after.length === 1) return after;
  return before.includes(none) ? after.filter((id) => id !== none) : [none];
}
