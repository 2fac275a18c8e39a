import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Light, LightId } from '#domain/health/lights.ts';

/** In the order of the list. */
export const stepIds = [
  'name',
  'phone',
  'hours',
  'prices',
  'reviews',
  'mail',
  'backup',
  'recovery',
  'factor',
  'people',
  'client',
] as const;
export type StepId = (typeof stepIds)[number];

/** What the database knows of the steps of the office. */
export interface FirstStepsRow {
  has_clients: boolean;
  done: readonly string[];
  dismissed: readonly string[];
}

export interface FirstStep {
  id: StepId;
  state: 'todo' | 'done' | 'skipped';
  /** What the health check says; undefined without a check. */
  light?: Light | undefined;
}

const lightOf: Partial<Record<StepId, LightId>> = {
  factor: 'staff_factor',
  mail: 'mail',
  backup: 'backup',
  recovery: 'recovery_sheet',
};

/** The first steps of an office. Only super users may set it up; others start with a client. */
export function firstSteps(row: FirstStepsRow, lights: readonly Light[], isSuper: boolean): FirstStep[] {
  const ids = isSuper ? stepIds : (['client'] as const);
  return ids.map((id) => {
    const light = lights.find((one) => one.id === lightOf[id]);
    // The check may be newer than the row.
    const isDone = row.done.includes(id) || light?.state === 'green';
    return { id, state: isDone ? 'done' : row.dismissed.includes(id) ? 'skipped' : 'todo', light };
  });
}

/** Whether a step is neither done nor skipped. */
export const isUnfinished = (row: FirstStepsRow): boolean =>
  stepIds.some((id) => !row.done.includes(id) && !row.dismissed.includes(id));

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'] as const,
  queryFn: ({ signal }) =>
    dataOf(rest.rpc('first_steps', {}, { get: true }).abortSignal(signal).maybeSingle()),
  staleTime: 0,
});
