import { Suspense } from 'react';
import { useSessionHint } from '#app/client/session-hint.ts';
import { description } from './home/first-view.ts';
import { Hero } from './home/hero.tsx';
import { Proof } from './home/proof.tsx';
import { later } from './later.ts';
import { pageMeta } from './meta.ts';
import { officeData } from './structured-data.ts';

export const meta = () => [
  ...pageMeta({
    description,
    path: '/',
  }),
  officeData(),
];

const Below = later(async () => (await import('./home/below.tsx')).Below, 'how-it-works');
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
