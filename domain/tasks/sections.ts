import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import { groupBy } from '#domain/lists/group-by.ts';
import { addDays, weekdayOf } from '#domain/office-time/days.ts';

/** The parts of "My day", in their order. */
export const sectionIds = ['overdue', 'today', 'week', 'later', 'none'] as const;
export type SectionId = (typeof sectionIds)[number];

export const sectionNames: Record<SectionId, MessageDescriptor> = {
  overdue: msg`Overdue`,
  today: msg`Today`,
  week: msg`This week`,
  later: msg`Later`,
  none: msg`Without a date`,
};

/** A week ends on Sunday, as in the calendar: what is due on the weekend is for this week. */
export function sectionOf(dueOn: string | null, today: string): SectionId {
  if (dueOn === null) return 'none';
  if (dueOn < today) return 'overdue';
  if (dueOn === today) return 'today';
  return dueOn <= addDays(today, (7 - weekdayOf(today)) % 7) ? 'week' : 'later';
}

/** Rows in the order of their sections; within one, as they were. Empty sections are left out. */
export function inSections<Row extends { readonly due_on: string | null }>(
  rows: readonly Row[],
  today: string,
): { id: SectionId; rows: Row[] }[] {
  const groups = groupBy(rows, ({ due_on }) => sectionOf(due_on, today));
  return sectionIds.flatMap((id) => {
    const group = groups.get(id);
    return group ? [{ id, rows: group }] : [];
  });
}
