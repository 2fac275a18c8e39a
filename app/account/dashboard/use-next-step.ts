import { useQuery } from '@tanstack/react-query';
import { checklistQuery, useLiveChecklist } from '#app/checklist/queries.ts';
import type { Papers } from '#app/returns/client/papers.ts';
import { factsOf, returnsQuery, useLiveReturns } from '#app/returns/queries.ts';
import { hasDraftQuery } from '#app/tax-form/queries.ts';
import { mayManage } from '#domain/account/roles.ts';
import { nextAction, stationOf } from '#domain/returns/return-progress.ts';
import { staffStep, stepInWords, unknownStep } from './next-step.ts';
import type { NextStepPanelProps } from './next-step-panel.tsx';

/** The one next step of whoever is signed in; null while it is being asked. */
export function useNextStep(
  userId: string,
  role: string,
  year: number,
  papers: Papers | undefined,
): NextStepPanelProps | null {
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
    // Without an answer the first words are still true, and lead to the same form.
    const done = { files: papers?.count ?? 0, hasDraft: draft.data === true };
    return { step: stepInWords(action, year, done), station: stationOf(action) };
  }
  return checklist.isError || returns.isError ? { step: unknownStep } : null;
}
