import type { MessageDescriptor } from '@lingui/core';
import { Archive, BellRing, CalendarDays, Mail, Tag, UserCheck } from 'lucide-react';
import type { BulkAct, BulkKind } from '#domain/bulk/jobs.ts';
import { bulkActs } from '#domain/bulk/words.ts';
import { msg, plural } from '#domain/language/message.ts';
import type { BulkJob } from './jobs/use-own-jobs.ts';

const icons: Record<BulkKind, typeof Mail> = {
  remind: BellRing,
  letter: Mail,
  assign: UserCheck,
  tag: Tag,
  task: CalendarDays,
  archive: Archive,
};

const bringBack = msg({ message: 'Bring back', context: 'archived clients' });

/**
 * What can be done to the selected clients.
 * @param isArchive whether they are archived: letters and tasks leave those out
 */
export function actsFor(isArchive: boolean) {
  const kinds = isArchive ? ['archive' as const] : (Object.keys(icons) as BulkKind[]);
  return kinds.map((kind) => ({ kind, name: nameOf(kind, isArchive), Icon: icons[kind] }));
}

const nameOf = (kind: BulkKind, isArchive: boolean): MessageDescriptor =>
  kind === 'archive' && isArchive ? bringBack : bulkActs[kind];

const isKind = (kind: string): kind is BulkKind => Object.hasOwn(bulkActs, kind);

export function jobName({ kind, options }: BulkJob): MessageDescriptor {
  const { archived, remove } = Object(options) as { archived?: unknown; remove?: unknown };
  if (kind === 'archive' && archived === false) return bringBack;
  if (kind === 'tag' && remove === true) return msg`Remove a tag`;
  return isKind(kind) ? bulkActs[kind] : msg`Change clients`;
}

const titles: Record<BulkKind, (count: number) => MessageDescriptor> = {
  remind: (count) =>
    msg`${plural({ count }, { one: 'Remind # client of missing documents', other: 'Remind # clients of missing documents' })}`,
  letter: (count) => msg`${plural({ count }, { one: 'Write to # client', other: 'Write to # clients' })}`,
  assign: (count) => msg`${plural({ count }, { one: 'Assign # client', other: 'Assign # clients' })}`,
  tag: (count) => msg`${plural({ count }, { one: 'Tag # client', other: 'Tag # clients' })}`,
  task: (count) =>
    msg`${plural({ count }, { one: 'Set a due date for # client', other: 'Set a due date for # clients' })}`,
  archive: (count) => msg`${plural({ count }, { one: 'Archive # client', other: 'Archive # clients' })}`,
};

export const actTitle = (kind: BulkKind, count: number, isArchive: boolean): MessageDescriptor =>
  kind === 'archive' && isArchive
    ? msg`${plural({ count }, { one: 'Bring back # client', other: 'Bring back # clients' })}`
    : titles[kind](count);

/** The button, with the number of clients that are reached. */
export function actButton({ kind, options }: BulkAct, count: number): MessageDescriptor {
  switch (kind) {
    case 'remind':
    case 'letter':
      return msg`${plural({ count }, { one: 'Send # letter', other: 'Send # letters' })}`;
    case 'assign':
      return options.person === null
        ? msg`${plural({ count }, { one: 'Unassign # client', other: 'Unassign # clients' })}`
        : actTitle(kind, count, false);
    case 'tag':
      return options.remove
        ? msg`${plural({ count }, { one: 'Remove the tag from # client', other: 'Remove the tag from # clients' })}`
        : actTitle(kind, count, false);
    case 'task':
      return msg`${plural({ count }, { one: 'Add # task', other: 'Add # tasks' })}`;
    case 'archive':
      return actTitle(kind, count, !options.archived);
  }
}

/** The button before the preview is here. */
export const bareButton = (kind: BulkKind, isArchive: boolean): MessageDescriptor => {
  if (kind === 'remind' || kind === 'letter') return msg({ message: 'Send letters', context: 'button' });
  return nameOf(kind, isArchive);
};
