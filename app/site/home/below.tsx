import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentType } from 'react';
import { Checklist } from '#app/shared/drawings/checklist.tsx';
import { DeskAndLamp } from '#app/shared/drawings/desk-and-lamp.tsx';
import type { DrawingProps } from '#app/shared/drawings/drawing.tsx';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { Seal } from '#app/shared/drawings/seal.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { authorized, howItWorks, stepNumber } from './content.ts';
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
  const office = useOffice();
  const { t } = useLingui();
  const { text, lookUp, promises } = authorized(office);
  return (
    <section aria-labelledby="authorized" className="bg-deep text-on-deep">
      <div className="page grid items-center gap-x-16 gap-y-10 py-16 lg:grid-cols-[15rem_1fr] lg:py-24">
        <Seal className="w-36 text-on-deep-muted lg:w-full" />
        <div>
          <h2 id="authorized" className="max-w-[40rem] text-3xl">
            <Trans>
              Authorized IRS <span className="whitespace-nowrap">E-filing</span> Tax Provider
            </Trans>
          </h2>
          <p className="mt-4 max-w-[40rem] text-on-deep-muted">{t(text)}</p>
          <dl className="mt-10 grid gap-8 border-t border-deep-line pt-8 md:grid-cols-3">
            {promises.map((promise) => (
              <div key={promise.title.id}>
                <dt className="font-semibold">{t(promise.title)}</dt>
                <dd className="mt-1.5 text-sm text-on-deep-muted">{t(promise.text)}</dd>
              </div>
            ))}
          </dl>
          <LinkButton to={office.links.irsProviderLookup} variant="on-deep" className="mt-10">
            {t(lookUp)}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}

/** One icon per step, in order. */
const pictures: ComponentType<DrawingProps>[] = [Checklist, DeskAndLamp, Envelope];

function HowItWorks() {
  const { t } = useLingui();
  const { title, steps } = howItWorks(useOffice());
  return (
    <section aria-labelledby="how-it-works" className="bg-sunken">
      <div className="page py-16 lg:py-28">
        <h2 id="how-it-works" className="text-3xl">
          {t(title)}
        </h2>
        <ol className="mt-10 grid gap-12 lg:mt-14 lg:grid-cols-3 lg:gap-10">
          {steps.map((step, i) => {
            const Picture = pictures[i] ?? Envelope;
            return (
              <li
                key={step.title.id}
                className="grid grid-cols-[6.5rem_1fr] items-start gap-x-5 md:grid-cols-[12rem_1fr] lg:block"
              >
                <Picture className="w-full max-w-[17rem] text-action" />
                <div className="lg:mt-6 lg:border-t lg:border-control lg:pt-5">
                  <p className="figures text-sm font-semibold text-accent">{t(stepNumber(i + 1))}</p>
                  <h3 className="mt-1 text-xl">{t(step.title)}</h3>
                  <p className="mt-2 text-muted">{t(step.text)}</p>
                </div>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}
