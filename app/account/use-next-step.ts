import { useQuery } from '@tanstack/react-query';
import { nextAction, stationOf } from '#domain/return-progress.ts';
import { mayManage } from '#domain/roles.ts';
import { checklistQuery, useLiveChecklist } from './checklist/checklist-query.ts';
import { staffStep, stepInWords, unknownStep } from './next-step.ts';
import type { NextStepPanelProps } from './next-step-panel.tsx';
import type { Papers } from './papers.ts';
import { factsOf, returnsQuery, useLiveReturns } from './returns/returns-query.ts';

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
  if (mayManage(role)) return { step: staffStep };
  if (checklist.data && returns.data) {
    const action = nextAction({
      year,
      isFormSent: checklist.data.isFormSent,
      checklist: checklist.data.items,
      returns: returns.data.map(factsOf),
    });
    return { step: stepInWords(action, year, papers?.count ?? 0), station: stationOf(action) };
  }
  return checklist.isError || returns.isError ? { step: unknownStep } : null;
}
