import { useSessionHint } from '#app/client/session-hint.ts';
import { Authorized } from './home/authorized.tsx';
import { description } from './home/content.ts';
import { Doors } from './home/doors.tsx';
import { Hero } from './home/hero.tsx';
import { HowItWorks } from './home/how-it-works.tsx';
import { Proof } from './home/proof.tsx';
import { Tutorial } from './home/tutorial.tsx';
import { Visit } from './home/visit.tsx';
import { pageMeta } from './meta.ts';
import { officeData } from './structured-data.ts';

export const meta = () => [
  ...pageMeta({
    description,
    path: '/',
  }),
  officeData(),
];

export default function Home() {
  const hint = useSessionHint();
  return (
    <>
      <Hero hint={hint} />
      <Proof />
      <Doors hint={hint} />
      <HowItWorks />
      <Tutorial />
      <Authorized />
      <Visit />
    </>
  );
}
