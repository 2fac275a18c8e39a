import { Suspense } from 'react';
import { pageMeta } from '#app/shared/meta.ts';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { later } from '../blocks/later.ts';
import { officeData } from '../machine-readable/structured-data.ts';
import { description } from './first-view.ts';
import { Hero } from './hero.tsx';
import { Proof } from './proof.tsx';

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
