import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { CalendarDays } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { quoteNote, shownQuoteNote } from '#app/shared/drafts/quote-note.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Timeline, timelineSteps } from '#app/ui/layout/timeline.tsx';
import type { Office } from '#domain/business/office.ts';
import type { Place, ResultId } from '#domain/quote/graph.ts';
import { isStep, resultOf } from '#domain/quote/quote.ts';
import { dashedPrices } from '../prices.ts';
import { Letter } from './letter.tsx';
import { Question } from './question.tsx';
import { noteOf } from './read-out.ts';
import { useQuote } from './use-quote.ts';
import { audiences, nextSteps } from './words.ts';

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

/**
 * After each step, scrolls the new question to the top and focuses its heading, so that Tab continues with the
 * answers. Leaves the first question to the browser, also after a reload.
 */
function useArrival(at: Place, ready: boolean) {
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

function WhatHappensNext() {
  const office = useOffice();
  const { t } = useLingui();
  const title = t`What Happens Next`;
  return (
    <>
      <h2 id="next" className="mb-5 text-xl">
        {title}
      </h2>
      <Timeline label={title} steps={timelineSteps(nextSteps(office), 0, t)} />
      <div className="mt-8 border-t border-line pt-6">
        <p className="font-semibold">{t`Want to talk it over?`}</p>
        <p className="mt-1 text-sm text-muted">{t`An appointment takes about ${{ minutes: office.calendar.slotMinutes }} minutes.`}</p>
        <LinkButton
          to="/booking"
          variant="secondary"
          icon={<CalendarDays size={20} aria-hidden />}
          className="mt-4"
        >
          {t`Book an appointment`}
        </LinkButton>
      </div>
    </>
  );
}

const audienceOf: Record<string, MessageDescriptor> = audiences satisfies Record<ResultId, MessageDescriptor>;

/** All four packages, for visitors who know which one they need. */
function Packages() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <>
      <h2 id="packages" className="text-xl">
        {t`The four prices`}
      </h2>
      <ul className="mt-4 border-t border-line">
        {office.prices.quote.map((offer) => (
          <Package key={offer.id} offer={offer} />
        ))}
      </ul>
      <p className="mt-4 text-sm text-muted">{t`We agree on the exact price with you before we start.`}</p>
      <p className="mt-6 font-semibold">{t`Want to ask a person?`}</p>
      <ul className="mt-1 flex flex-wrap gap-x-6">
        {[
          { to: '/contact-us', label: t`Write to us` },
          { to: '/booking', label: t`Book an appointment` },
        ].map(({ to, label }) => (
          <li key={to}>
            <SmartLink to={to} className="link inline-flex min-h-11 items-center">
              {label}
            </SmartLink>
          </li>
        ))}
      </ul>
    </>
  );
}

function Package({ offer }: { offer: Office['prices']['quote'][number] }) {
  const { id, name, mostCommon } = offer;
  const { t } = useLingui();
  const formats = useFormats();
  const audience = audienceOf[id];
  return (
    <li className="border-b border-line py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{name}</span>
        <span className="figures whitespace-nowrap">{dashedPrices(offer, formats)}</span>
      </p>
      <p className="mt-1 text-sm text-muted">{audience && t(audience)}</p>
      {mostCommon && (
        <p className="mt-2">
          <Badge tone="accent">{t`Most Common`}</Badge>
        </p>
      )}
    </li>
  );
}
