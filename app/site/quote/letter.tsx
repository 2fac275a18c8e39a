import { useLingui } from '@lingui/react/macro';
import { ArrowLeft, Check, RotateCcw } from 'lucide-react';
import type { RefObject } from 'react';
import { useFormats } from '#app/language/language.tsx';
import { Sprig } from '#app/shared/drawings/sprig.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import type { ResultId } from '#domain/quote/graph.ts';
import type { Quote } from '#domain/quote/quote.ts';
import { dashedPrices } from '../prices.ts';
import { packageOf, readOut } from './read-out.ts';
import type { QuoteWay } from './use-quote.ts';
import { letters, promises } from './words.ts';

interface LetterProps {
  result: ResultId;
  heading: RefObject<HTMLHeadingElement | null>;
  way: QuoteWay;
}

/** The result, laid out as a letter. */
export function Letter({ result, heading, way }: LetterProps) {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  const offer = packageOf(office, result);
  const { name, mostCommon } = offer;
  const { text, days, alsoPromises = [] } = letters(office, formats)[result];
  return (
    <div className="animate-rise">
      <div className="relative">
        <Sprig className="absolute -top-2 -right-2 size-15 text-action md:size-28" />
        <p className="pr-15 text-sm font-semibold text-accent md:pr-28">{t`A quote from ${{ name: office.name }}`}</p>
        <h2 id="question" ref={heading} tabIndex={-1} className="mt-2 text-xl md:pr-28">
          {name}
        </h2>
        {mostCommon && (
          <p className="mt-2">
            <Badge tone="accent">{t`Most Common`}</Badge>
          </p>
        )}
      </div>
      <p className="figures mt-4 font-display text-[clamp(2.25rem,11.5vw,4.75rem)] leading-none tracking-tight text-action">
        {dashedPrices(offer, formats)}
      </p>
      <p className="mt-4 text-lg">{t(text)}</p>
      <ul className="mt-5 flex flex-col gap-2.5">
        {[...promises(office, days), ...alsoPromises].map((promise) => (
          <li key={promise.id} className="flex gap-3">
            <Check size={20} strokeWidth={2.5} aria-hidden className="mt-1 shrink-0 text-action" />
            {t(promise)}
          </li>
        ))}
      </ul>
      <p className="mt-5 text-muted">{t`Your price in the range depends on how many forms you need. We agree on the exact price with you before we start.`}</p>
      <Ways />
      <Told quote={way.quote} />
      <div className="-mx-5 mt-6 flex flex-wrap justify-between gap-2">
        <button type="button" onClick={way.back} className={buttonStyle('quiet')}>
          <ArrowLeft size={20} aria-hidden />
          {t`Go Back`}
        </button>
        <button type="button" onClick={way.restart} className={buttonStyle('quiet')}>
          <RotateCcw size={18} aria-hidden />
          {t`New Quote`}
        </button>
      </div>
    </div>
  );
}

/** What to do next: visitors start, clients upload. */
function Ways() {
  const hint = useSessionHint();
  const { t } = useLingui();
  return (
    <>
      <div className="mt-7 flex flex-col gap-3 sm:flex-row">
        <LinkButton to={hint ? '/secured-files' : '/upload'} size="large">
          {hint ? t`Upload Documents Now` : t`Get Started`}
        </LinkButton>
        <LinkButton to="/contact-us" size="large" variant="secondary">
          {t`Ask Questions`}
        </LinkButton>
      </div>
      <p className="mt-3 text-sm text-muted">{t`If you send us a message or book an appointment, we’ll include this quote.`}</p>
    </>
  );
}

function Told({ quote }: { quote: Quote }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="told" className="mt-8 border-t border-line pt-6">
      <h3 id="told" className="font-sans text-base font-semibold tracking-normal">
        {t`You told us`}
      </h3>
      <dl className="mt-3 grid gap-x-6 gap-y-2 sm:grid-cols-[auto_1fr]">
        {readOut(quote).map(({ about, answers }) => (
          <div key={about.id} className="sm:contents">
            <dt className="text-muted">{t(about)}</dt>
            <dd>{answers.map(t).join('; ')}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
