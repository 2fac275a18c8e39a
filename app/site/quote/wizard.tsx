import { isStep, resultOf } from '#domain/quote/quote.ts';
import { Letter } from './letter.tsx';
import { Packages } from './packages.tsx';
import { Question } from './question.tsx';
import { noteOf } from './read-out.ts';
import { useArrival } from './use-arrival.ts';
import { useNote } from './use-note.ts';
import { useQuote } from './use-quote.ts';
import { WhatHappensNext } from './what-happens-next.tsx';

/** The question or the result, with help beside it. */
export function Wizard() {
  const way = useQuote();
  const { quote } = way;
  const { card, heading } = useArrival(quote.at, way.ready);
  const result = resultOf(quote);
  useNote(result && noteOf(result, quote));
  return (
    <div
      data-result={result ?? undefined}
      className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-x-16 gap-y-12 data-result:mt-0 md:mt-8 lg:mt-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]"
    >
      <section
        ref={card}
        aria-labelledby="question"
        className="rounded-card border border-line bg-surface p-5 md:p-9"
      >
        {isStep(quote.at) ? (
          <Question step={quote.at} heading={heading} way={way} />
        ) : (
          <Letter result={quote.at} heading={heading} way={way} />
        )}
      </section>
      <aside aria-labelledby={result ? 'next' : 'packages'}>
        {result ? <WhatHappensNext /> : <Packages />}
      </aside>
    </div>
  );
}
