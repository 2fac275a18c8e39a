import { useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { quoteNote, shownQuoteNote } from '#app/shared/drafts/quote-note.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Timeline } from '#app/ui/layout/timeline.tsx';
import type { Place } from '#domain/quote/graph.ts';
import { isStep, resultOf } from '#domain/quote/quote.ts';
import { Letter } from './letter.tsx';
import { Packages } from './packages.tsx';
import { Question } from './question.tsx';
import { noteOf } from './read-out.ts';
import { useQuote } from './use-quote.ts';
import { next, talk } from './words.ts';

/** The question or the result, with help beside it. */
export function Wizard() {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  const way = useQuote();
  const { quote } = way;
  const { card, heading } = useArrival(quote.at, way.ready);
  const result = resultOf(quote);
  useNote(result && noteOf(office, result, quote), result && noteOf(office, result, quote, formats, t));
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

interface Arrival {
  card: RefObject<HTMLElement | null>;
  heading: RefObject<HTMLHeadingElement | null>;
}

/**
 * After each step, scrolls the new question to the top and focuses its heading, so that Tab continues with the
 * answers. Leaves the first question to the browser, also after a reload.
 */
function useArrival(at: Place, ready: boolean): Arrival {
  const card = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const previous = useRef<Place>(undefined);

  useEffect(() => {
    if (!ready) return;
    const came = previous.current;
    previous.current = at;
    if (came === undefined || came === at) return;
    heading.current?.focus({ preventScroll: true });
    const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    card.current?.scrollIntoView({ block: 'start', behavior: calm ? 'auto' : 'smooth' });
  }, [at, ready]);

  return { card, heading };
}

/**
 * Saves the result for the booking and contact pages: in English for the office, and as the visitor reads it. Going
 * back to the questions clears it; opening the questions again later does not clear an earlier result.
 */
function useNote(note: string | null, shown: string | null): void {
  const isSaved = useRef(false);

  useEffect(() => {
    if (note !== null && shown !== null) {
      quoteNote.save(note);
      shownQuoteNote.save(shown);
      isSaved.current = true;
    } else if (isSaved.current) {
      quoteNote.clear();
      shownQuoteNote.clear();
      isSaved.current = false;
    }
  }, [note, shown]);
}

export function WhatHappensNext() {
  const office = useOffice();
  const { t } = useLingui();
  const { title, steps } = next(office);
  const { title: question, text, book } = talk(office);
  return (
    <>
      <h2 id="next" className="mb-5 text-xl">
        {t(title)}
      </h2>
      <Timeline
        label={t(title)}
        steps={steps.map(({ id, title, detail }, i) => ({
          id,
          title: t(title),
          detail: t(detail),
          state: i === 0 ? 'current' : 'ahead',
        }))}
      />
      <div className="mt-8 border-t border-line pt-6">
        <p className="font-semibold">{t(question)}</p>
        <p className="mt-1 text-sm text-muted">{t(text)}</p>
        <LinkButton
          to="/booking"
          variant="secondary"
          icon={<CalendarDays size={20} aria-hidden />}
          className="mt-4"
        >
          {t(book)}
        </LinkButton>
      </div>
    </>
  );
}
