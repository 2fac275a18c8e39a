import type { ComponentType } from 'react';
import { business } from '#app/business.ts';
import { Checklist } from '#app/shared/drawings/checklist.tsx';
import { DeskAndLamp } from '#app/shared/drawings/desk-and-lamp.tsx';
import type { DrawingProps } from '#app/shared/drawings/drawing.tsx';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { authorized, howItWorks } from './content.ts';
import { Doors } from './doors.tsx';
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

function Authorized() {
  return (
    <section aria-labelledby="authorized" className="bg-deep text-on-deep">
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[15rem_1fr] lg:py-24">
        <Seal className="w-36 text-on-deep-muted lg:w-full" />
        <div>
          <h2 id="authorized" className="max-w-[40rem] text-3xl">
            Authorized IRS <span className="whitespace-nowrap">E-filing</span> Tax Provider
          </h2>
          <p className="mt-4 max-w-[40rem] text-on-deep-muted">{authorized.text}</p>
          <dl className="mt-10 grid gap-8 border-t border-deep-line pt-8 md:grid-cols-3">
            {authorized.promises.map(({ title, text }) => (
              <div key={title}>
                <dt className="font-semibold">{title}</dt>
                <dd className="mt-1.5 text-sm text-on-deep-muted">{text}</dd>
              </div>
            ))}
          </dl>
          <LinkButton to={business.links.irsProviderLookup} variant="on-deep" className="mt-10">
            {authorized.lookUp}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** One icon per step, in order. */
const pictures: ComponentType<DrawingProps>[] = [Checklist, DeskAndLamp, Envelope];

function HowItWorks() {
  return (
    <section aria-labelledby="how-it-works" className="bg-sunken">
      <div className="page py-16 lg:py-28">
        <h2 id="how-it-works" className="text-3xl">
          {howItWorks.title}
        </h2>
        <ol className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-3 lg:gap-10">
          {howItWorks.steps.map(({ title, text }, i) => {
            const Picture = pictures[i] ?? Envelope;
            return (
              <li
                key={title}
                className="grid grid-cols-[6.5rem_1fr] items-start gap-x-5 md:grid-cols-[12rem_1fr] lg:block"
              >
                <Picture className="w-full max-w-[17rem] text-action" />
                <div className="lg:mt-6 lg:border-t lg:border-control lg:pt-5">
                  <p className="figures text-sm font-semibold text-accent">Step {i + 1}</p>
                  <h3 className="mt-1 text-xl">{title}</h3>
                  <p className="mt-2 text-muted">{text}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
