import { Suspense } from 'react';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { later } from '../blocks/later.ts';
import { officeData } from '../machine-readable/structured-data.ts';
import { description, numbers } from './first-view.ts';
import { Hero } from './hero.tsx';

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
