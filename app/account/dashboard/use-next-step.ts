import { useQuery } from '@tanstack/react-query';
import { checklistQuery, useLiveChecklist } from '#app/checklist/queries.ts';
import { factsOf, returnsQuery, useLiveReturns } from '#app/returns/queries.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { hasDraftQuery } from '#app/tax-form/queries.ts';
import { mayManage } from '#domain/account/roles.ts';
import { type NextAction, nextAction, stationOf } from '#domain/returns/return-progress.ts';
import { staffStep, stepFor, unknownStep } from './next-step.ts';
import type { NextStepPanelProps } from './next-step-panel.tsx';

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
