import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { msg, plural } from '#domain/language/message.ts';

/** What a client has, for the previews of what an action does to it. */
const records = {
  documents: (count: number) => msg`${plural({ count }, { one: '# file', other: '# files' })}`,
  renamed: (count: number) =>
    msg`${plural({ count }, { one: '# of them gets another name, because both have a file of that name', other: '# of them get another name, because both have files of these names' })}`,
  trashed: (count: number) =>
    msg`${plural({ count }, { one: '# file in the trash', other: '# files in the trash' })}`,
  forms: (count: number) => msg`${plural({ count }, { one: '# tax form', other: '# tax forms' })}`,
  drafts: (count: number) =>
    msg`${plural({ count }, { one: '# unsent tax form', other: '# unsent tax forms' })}`,
  returns: (count: number) => msg`${plural({ count }, { one: '# tax return', other: '# tax returns' })}`,
  checklist_items: (count: number) =>
    msg`${plural({ count }, { one: '# item of the checklist', other: '# items of the checklist' })}`,
  messages: (count: number) => msg`${plural({ count }, { one: '# message', other: '# messages' })}`,
  notes: (count: number) => msg`${plural({ count }, { one: '# note', other: '# notes' })}`,
  letters: (count: number) =>
    msg`${plural({ count }, { one: '# email we sent', other: '# emails we sent' })}`,
  appointments: (count: number) =>
    msg`${plural({ count }, { one: '# appointment', other: '# appointments' })}`,
  signature_requests: (count: number) =>
    msg`${plural({ count }, { one: '# document to sign', other: '# documents to sign' })}`,
  bills: (count: number) => msg`${plural({ count }, { one: '# bill', other: '# bills' })}`,
  tax_numbers: () => msg`The tax ID`,
} satisfies Record<string, (count: number) => MessageDescriptor>;

type RecordKind = keyof typeof records;
/** How many there are of each kind. */
export type RecordCounts = Readonly<Partial<Record<RecordKind, number>>>;

const usualOrder = Object.keys(records) as RecordKind[];

interface CountedRecordsProps {
  counts: RecordCounts;
  order?: readonly RecordKind[];
}

/** A line for each kind of which there are some. */
export function CountedRecords({ counts, order = usualOrder }: CountedRecordsProps) {
  const { t } = useLingui();
  return order.map((kind) => {
    const count = counts[kind] ?? 0;
    return count > 0 && <li key={kind}>{t(records[kind](count))}</li>;
  });
}

export function PreviewPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className="font-sans text-base font-semibold">{title}</h3>
      <ul className="mt-1 list-disc pl-5">{children}</ul>
    </section>
  );
}
