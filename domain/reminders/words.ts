import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { DueGroup, ReminderRefusal, ReminderSource } from './rules.ts';

const names: Record<ReminderSource, (year: string, count: number) => MessageDescriptor> = {
  documents: (year, count) =>
    msg`${plural({ count }, { one: '# document', other: '# documents' })} for ${{ year }}`,
  form: (year) => msg`Tax form for ${{ year }}`,
  approval: (year) => msg`Approval of the return for ${{ year }}`,
  signature: (year, count) =>
    msg`${plural({ count }, { one: '# signature', other: '# signatures' })} for ${{ year }}`,
  question: (_year, count) => msg`${plural({ count }, { one: '# question', other: '# questions' })}`,
  payment: (_year, count) => msg`${plural({ count }, { one: '# payment', other: '# payments' })}`,
};

/** For staff: "3 documents for 2026, Tax form for 2026". */
export function groupsInWords(groups: readonly Omit<DueGroup, 'dueOn'>[], t: Translate): string {
  return groups.map(({ source, year, count }) => t(names[source](String(year ?? ''), count))).join(', ');
}

/** Why staff can't send a reminder now. */
export const refusalWords: Record<ReminderRefusal, MessageDescriptor> = {
  nothing_open: msg`Nothing is open for this client, so there’s nothing to remind of.`,
  no_recipient: msg`This client has no login, so no reminders go out.`,
  paused: msg`The client paused reminders.`,
  reminded_today: msg`A reminder was already sent today. Wait until tomorrow.`,
};
