import { queryOptions, useQuery } from '@tanstack/react-query';
import { checklistQuery, useLiveChecklist } from '#app/checklist/queries.ts';
import type { Papers } from '#app/returns/client/papers.ts';
import { factsOf, returnsQuery, useLiveReturns } from '#app/returns/queries.ts';
import { supabase } from '#app/shared/api/supabase.ts';
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
  const draft = useQuery(draftQuery(userId, year));
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

/** Whether the yearly form was begun on any device. The answers are not asked for. */
function draftQuery(userId: string, year: number) {
  return queryOptions({
    queryKey: ['account', 'has draft', userId, year] as const,
    queryFn: async ({ signal }): Promise<boolean> => {
      const { data, error } = await supabase
        .from('tax_form_drafts')
        .select('updated_at')
        .eq('user_id', userId)
        .eq('year', year)
        .abortSignal(signal)
        .maybeSingle();
      if (error) throw error;
      return data !== null;
    },
    // It is begun on another page.
    staleTime: 0,
  });
}
