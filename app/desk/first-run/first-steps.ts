import type { Light, LightId } from '#domain/health/lights.ts';

/** What the database knows of a new office. */
export interface FirstStepsRow {
  has_clients: boolean;
  facts_edited: boolean;
  /** Other people on the staff. */
  colleagues: number;
}

export type StepId = 'facts' | 'people' | 'mail' | 'backup' | 'recovery' | 'client';

export interface FirstStep {
  id: StepId;
  isDone: boolean;
  /** What the health check says; undefined without a check. */
  light?: Light | undefined;
}

const lightOf = { mail: 'mail', backup: 'backup', recovery: 'recovery_sheet' } as const satisfies Partial<
  Record<StepId, LightId>
>;

/** The first steps of a new office. Only super users may set it up; others start with a client. */
export function firstSteps(row: FirstStepsRow, lights: readonly Light[], isSuper: boolean): FirstStep[] {
  const client = { id: 'client', isDone: row.has_clients } as const;
  if (!isSuper) return [client];
  const checked = (id: keyof typeof lightOf): FirstStep => {
    const light = lights.find((one) => one.id === lightOf[id]);
    return { id, isDone: light?.state === 'green', light };
  };
  return [
    { id: 'facts', isDone: row.facts_edited },
    { id: 'people', isDone: row.colleagues > 0 },
    checked('mail'),
    checked('backup'),
    checked('recovery'),
    client,
  ];
}
