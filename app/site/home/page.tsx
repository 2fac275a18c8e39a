import { Suspense } from 'react';
import { dollars, lowestPrice } from '#app/shared/facts.ts';
import { pageMeta } from '#app/shared/meta.ts';
import type { SessionHint } from '#app/shared/session/session-hint.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { later } from '../blocks/later.ts';
import { StoreBadges } from '../blocks/store-badges.tsx';
import { officeData } from '../machine-readable/structured-data.ts';
import { description, hero, numbers } from './first-view.ts';
import { SampleReturn } from './sample-return.tsx';

export const meta = () => [
  ...pageMeta({
    description,
    path: '/',
  }),
  officeData(),
];

const Below = later(async () => (await import('./below.tsx')).Below, 'how-it-works');
const below = (
  <Suspense>
    <Below />
  </Suspense>
);

export default function Home() {
  const hint = useSessionHint();
  return (
    <>
      <Hero hint={hint} />
      <Proof />
      {below}
    </>
  );
}

/** The office's key numbers. */
function Proof() {
  return (
    <section aria-label={numbers.label} className="border-y border-line">
      <dl className="page grid grid-cols-2 lg:grid-cols-4">
        {numbers.items.map(({ value, label }, i) => (
          <div
            key={label}
            className={`flex flex-col-reverse py-6 lg:py-8 ${i % 2 ? 'border-l border-line pl-5' : 'pr-5'} ${i > 1 ? 'border-t border-line lg:border-t-0' : ''} ${i ? 'lg:border-l lg:border-line lg:pl-8' : ''}`}
          >
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures font-display text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Hero({ hint }: { hint: SessionHint | null }) {
  return (
    <section className="page grid grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-12 pt-10 pb-16 lg:grid-cols-[minmax(0,1.08fr)_minmax(0,1fr)] lg:pt-20 lg:pb-28">
      <div>
        <h1 tabIndex={-1} className="text-4xl">
          {hero.headline}
        </h1>
        <p className="mt-6 max-w-[34rem] text-lg text-muted">{hero.lead}</p>
        <div className="mt-8 flex flex-col gap-3 sm:flex-row">
          {hint ? (
            <LinkButton to="/secured-files" size="large">
              {hero.file}
            </LinkButton>
          ) : (
            <LinkButton to="/signup" size="large">
              {hero.start}
            </LinkButton>
          )}
          <LinkButton to="/quote" size="large" variant="secondary">
            {hero.quote}
          </LinkButton>
        </div>
        <p className="figures mt-5 text-sm text-muted">
          {hero.from} <strong className="text-ink">{dollars(lowestPrice)}</strong>, {hero.terms}
        </p>
        <div className="mt-8 border-t border-line pt-6">
          <StoreBadges />
        </div>
      </div>
      <SampleReturn />
    </section>
  );
}
