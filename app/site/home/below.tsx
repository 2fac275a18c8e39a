import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { Authorized } from './authorized.tsx';
import { Doors } from './doors.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { Tutorial } from './tutorial.tsx';
import { Visit } from './visit.tsx';

/** The part below the first view. */
export function Below() {
  const hint = useSessionHint();
  return (
    <>
      <Doors hint={hint} />
      <HowItWorks />
      <Tutorial />
      <Authorized />
      <Visit />
    </>
  );
}
