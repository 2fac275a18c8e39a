import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { type DateKind, isDateKind } from './due-dates.ts';

/** What names a task: its own title, or the kind that a rule gave it. */
export interface NamedTask {
  readonly kind: string;
  readonly title: string | null;
  readonly year: number | null;
}

const ruleTitles: Readonly<Record<string, (year: string) => MessageDescriptor>> = {
  form_received: (year) => msg`Tax form for ${{ year }} received: start the return`,
  documents_complete: (year) => msg`Documents for ${{ year }} complete: prepare the return`,
  approved: (year) => msg`Return for ${{ year }} approved: collect the fee and file it`,
  rejected: (year) => msg`Return for ${{ year }} rejected: correct it`,
};

/** The title of a task in the reader's language. */
export function taskTitle({ kind, title, year }: NamedTask, t: Translate): string {
  const rule = Object.hasOwn(ruleTitles, kind) ? ruleTitles[kind] : undefined;
  return title ?? (rule ? t(rule(String(year ?? ''))) : t(msg`Task`));
}

export interface NamedDate {
  readonly kind: string;
  readonly label: string | null;
  readonly year: number;
}

export const dateKindNames: Record<DateKind, MessageDescriptor> = {
  extension: msg`Extension`,
  estimated_q1: msg`Estimated tax, 1st quarter`,
  estimated_q2: msg`Estimated tax, 2nd quarter`,
  estimated_q3: msg`Estimated tax, 3rd quarter`,
  estimated_q4: msg`Estimated tax, 4th quarter`,
  other: msg`Other date`,
};

/** "Estimated tax, 1st quarter (2026)". */
export function dateTitle({ kind, label, year }: NamedDate, t: Translate): string {
  const name = label ?? t(dateKindNames[isDateKind(kind) ? kind : 'other']);
  return t(msg`${{ name }} (${{ year: String(year) }})`);
}
