import { addDays } from '#domain/office-time/days.ts';

export interface Installment {
  /** "2026-12-31". */
  readonly dueOn: string;
  readonly cents: number;
}

/** The amount in equal parts, a month apart. The cents that can't be divided are in the first. */
export function equalParts(cents: number, parts: number, firstDay: string): Installment[] {
  const each = Math.floor(cents / parts);
  return Array.from({ length: parts }, (_, index) => ({
    dueOn: monthsLater(firstDay, index),
    cents: index === 0 ? cents - each * (parts - 1) : each,
  }));
}

/** The same day of a later month, or the last day of a shorter one. */
export function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const days = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return addDays(first.toISOString().slice(0, 10), Math.min(date, days) - 1);
}

export type PlanProblem = 'sum' | 'dates' | 'amounts';

/** Why a plan can't be saved. The database refuses the same. */
export function planProblem(plan: readonly Installment[], cents: number): PlanProblem | null {
  if (plan.some((part) => !Number.isInteger(part.cents) || part.cents <= 0)) return 'amounts';
  if (plan.reduce((sum, part) => sum + part.cents, 0) !== cents) return 'sum';
  return plan.some((part, index) => index > 0 && part.dueOn <= (plan[index - 1]?.dueOn ?? ''))
    ? 'dates'
    : null;
}

/** What each installment still owes, if the plan was for all of what was open, and `balance` is open now. */
export function leftOfPlan(plan: readonly Installment[], balance: number): number[] {
  let paid = plan.reduce((sum, part) => sum + part.cents, 0) - balance;
  return plan.map(({ cents }) => {
    const covered = Math.min(Math.max(paid, 0), cents);
    paid -= covered;
    return cents - covered;
  });
}
