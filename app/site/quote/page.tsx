import { business } from '#app/business.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { isStep, resultOf } from '#domain/quote/quote.ts';
import { pageMeta } from '../meta.ts';
import { card as cardWords, heading as words } from './content.ts';
import { Letter } from './letter.tsx';
import { Packages } from './packages.tsx';
import { Question } from './question.tsx';
import { noteOf } from './read-out.ts';
import { useArrival } from './use-arrival.ts';
import { useNote } from './use-note.ts';
import { useQuote } from './use-quote.ts';
import { WhatHappensNext } from './what-happens-next.tsx';

export const meta = () => pageMeta({ title: words.title, description: words.description, path: '/quote' });

const { phone } = business.contact;

export default function QuotePage() {
  const way = useQuote();
  const { quote, ready } = way;
  const { card, heading } = useArrival(quote.at, ready);
  const result = resultOf(quote);
  useNote(result && noteOf(result, quote));
  return (
    <div className="page pt-10 pb-16 lg:pt-16 lg:pb-24">
      <PageHeading lead={result ? null : words.lead}>{words.headline}</PageHeading>
      <noscript>
        <p className="mt-6 max-w-text">
          {cardWords.withoutScript}{' '}
          <a href={`tel:${phone.e164}`} className="link figures">
            {phone.display}
          </a>
        </p>
      </noscript>
      <div className="mt-8 grid items-start gap-x-16 gap-y-12 lg:mt-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
        <section
          ref={card}
          aria-labelledby="question"
          className="rounded-card border border-line bg-surface p-5 md:p-9"
        >
          {isStep(quote.at) ? (
            <Question step={quote.at} heading={heading} way={way} />
          ) : (
            <Letter
              result={quote.at}
              quote={quote}
              heading={heading}
              onBack={way.back}
              onRestart={way.restart}
            />
          )}
        </section>
        <aside aria-labelledby={result ? 'next' : 'packages'}>
          {result ? <WhatHappensNext /> : <Packages />}
        </aside>
      </div>
    </div>
  );
}
