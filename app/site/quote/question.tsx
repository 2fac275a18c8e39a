import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { RefObject } from 'react';
import { Button } from '#app/ui/button.tsx';
import { CheckboxGroup } from '#app/ui/checkbox-group.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ProgressBar } from '#app/ui/progress-bar.tsx';
import { RadioGroup } from '#app/ui/radio-group.tsx';
import { graph, type StepId } from '#domain/quote/graph.ts';
import { mostQuestions, optionsOf, progress } from '#domain/quote/quote.ts';
import { card, steps } from './content.ts';
import { exclusiveNone } from './exclusive-none.ts';
import type { QuoteWay } from './use-quote.ts';

interface QuestionProps {
  way: QuoteWay;
  step: StepId;
  heading: RefObject<HTMLHeadingElement | null>;
}

export function Question({ step, heading, way }: QuestionProps) {
  const { quote } = way;
  const asked = quote.answered.length;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (quote.chosen.length > 0) way.next();
      }}
    >
      <ProgressBar label={card.progress(asked + 1, mostQuestions)} value={progress(quote)} detail="" />
      <div key={step} className={classNames('mt-7', asked > 0 && 'animate-rise')}>
        <h2 id="question" ref={heading} tabIndex={-1} className="text-2xl">
          {steps[step].question}
        </h2>
        <Answers step={step} chosen={quote.chosen} onChoose={way.choose} />
      </div>
      <div className="mt-7 flex gap-3">
        {asked > 0 && (
          <Button
            variant="secondary"
            size="large"
            icon={<ArrowLeft size={20} aria-hidden />}
            onPress={way.back}
            className="max-sm:px-5"
          >
            {card.back}
          </Button>
        )}
        <Button
          type="submit"
          size="large"
          isDisabled={quote.chosen.length === 0}
          className="flex-1 sm:ml-auto sm:min-w-44 sm:flex-none"
        >
          {card.next}
          <ArrowRight size={20} aria-hidden />
        </Button>
      </div>
    </form>
  );
}

interface AnswersProps {
  step: StepId;
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

function Answers({ step, chosen, onChoose }: AnswersProps) {
  const { hint, options } = steps[step];
  const words: Record<string, { label: string; hint?: string }> = options;
  const common = {
    'aria-labelledby': 'question',
    hint,
    size: 'large' as const,
    options: optionsOf(step).map((id) => ({
      value: id,
      label: words[id]?.label ?? id,
      hint: words[id]?.hint,
    })),
  };
  return (
    <div className="mt-3">
      {graph[step].multiple ? (
        <CheckboxGroup
          {...common}
          value={[...chosen]}
          onChange={(after) => onChoose(exclusiveNone(chosen, after))}
        />
      ) : (
        <RadioGroup {...common} value={chosen[0] ?? null} onChange={(id) => onChoose([id])} />
      )}
    </div>
  );
}
