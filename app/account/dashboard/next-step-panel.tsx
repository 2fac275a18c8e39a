import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { checklistQuery, useLiveChecklist } from '#app/checklist/queries.ts';
import { factsOf, returnsQuery, useLiveReturns } from '#app/returns/queries.ts';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { hasDraftQuery } from '#app/tax-form/queries.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { mayManage } from '#domain/account/roles.ts';
import { inWords } from '#domain/language/translate.ts';
import { type NextAction, nextAction, stationOf, stations } from '#domain/returns/return-progress.ts';
import type { NextStep } from './next-step.ts';
import { staffStep, stepFor, unknownStep } from './next-step.ts';

export interface NextStepPanelProps {
  step: NextStep;
  /** The number of the current station, from 1. Undefined for staff and while it is unknown. */
  station?: number;
  kicker?: string;
}

/** The one thing to do, larger than everything else on the screen. */
export function NextStepPanel({ step, station, kicker }: NextStepPanelProps) {
  const { t } = useLingui();
  return (
    <section
      aria-labelledby="next-step"
      className="grid items-center gap-8 rounded-card bg-deep p-6 text-on-deep md:grid-cols-[minmax(0,1fr)_auto] md:p-10"
    >
      <div className="min-w-0">
        <p className="text-sm font-semibold wrap-anywhere text-gold">
          {kicker ?? <Trans>Your next step</Trans>}
        </p>
        {/* Announced when the office changes the status of the return. */}
        <div aria-live="polite">
          <h2 id="next-step" className="mt-2 text-3xl">
            {t(step.title)}
          </h2>
          <p className="mt-4 max-w-xl break-words text-on-deep-muted">{step.text.map(t).join(' ')}</p>
          {step.points && (
            <ul className="mt-3 max-w-xl list-disc space-y-1 pl-5 font-semibold">
              {step.points.map((point) => (
                <li key={inWords(point, t)} className="break-words">
                  {inWords(point, t)}
                </li>
              ))}
            </ul>
          )}
        </div>
        <LinkButton to={step.action.to} variant="on-deep" size="large" className="mt-7 w-full sm:w-auto">
          {t(step.action.label)}
        </LinkButton>
        {station !== undefined && <Position station={station} />}
      </div>
      <Envelope className="hidden w-56 text-on-deep-muted md:block lg:w-72" />
    </section>
  );
}

function Position({ station }: { station: number }) {
  const { t } = useLingui();
  const name = stations[station - 1];
  const count = stations.length;
  return (
    <div className="mt-7 max-w-xl">
      <div aria-hidden="true" className="flex gap-1.5">
        {stations.map((one, index) => (
          <span
            key={one.id}
            className={classNames('h-1.5 flex-1 rounded-full', index < station ? 'bg-gold' : 'bg-deep-line')}
          />
        ))}
      </div>
      <p className="figures mt-2 text-sm text-on-deep-muted">
        {name ? t`Step ${station} of ${count}: ${{ name: t(name) }}` : t`All ${count} steps done`}
      </p>
    </div>
  );
}

/**
 * The next step of a client, with the action behind it; null while it is loading. `sentCount`: how many documents were
 * sent for them.
 */
export function useNextStep(
  userId: string,
  role: string,
  year: number,
  sentCount: number,
): (NextStepPanelProps & { action?: NextAction }) | null {
  const office = useOffice();
  useLiveReturns(userId);
  useLiveChecklist(userId);
  const checklist = useQuery(checklistQuery(userId, year));
  const returns = useQuery(returnsQuery(userId));
  const draft = useQuery(hasDraftQuery(userId, year));
  if (mayManage(role)) return { step: staffStep };
  if (checklist.data && returns.data && !draft.isPending) {
    const action = nextAction({
      year,
      isFormSent: checklist.data.isFormSent,
      checklist: checklist.data.items,
      returns: returns.data.map(factsOf),
    });
    // If the draft can't be loaded, the text for an unopened form is still true and has the same link.
    const done = { files: sentCount, hasDraft: draft.data === true };
    return { action, step: stepFor(action, year, done, office), station: stationOf(action) };
  }
  return checklist.isError || returns.isError ? { step: unknownStep } : null;
}
