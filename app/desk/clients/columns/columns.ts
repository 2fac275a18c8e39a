import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { Sort } from '../../manage-params.ts';

interface Column {
  readonly label: MessageDescriptor;
  /** A track of the grid. */
  readonly width: string;
  /** What the first press of its header sorts by. */
  readonly sort?: Sort;
}

const described = {
  name: { label: msg`Name`, width: 'minmax(6.5rem, 1.1fr)', sort: 'name' },
  email: { label: msg`Email`, width: 'minmax(5rem, 1.6fr)' },
  phone: { label: msg`Phone`, width: '7.5rem' },
  role: { label: msg`Role`, width: '5.2rem' },
  created: { label: msg`Created`, width: '5.6rem', sort: '-created' },
  form: { label: msg({ message: 'Form', context: 'column of the tax form' }), width: '3.5rem' },
  return: {
    label: msg({ message: 'Return', context: 'tax return' }),
    width: 'minmax(9.4rem, 0.9fr)',
    sort: 'step',
  },
  files: { label: msg`Files`, width: '4.5rem' },
  preparer: { label: msg`Preparer`, width: 'minmax(4.5rem, 0.6fr)', sort: 'preparer' },
  tags: { label: msg`Tags`, width: 'minmax(4rem, 0.7fr)' },
  activity: { label: msg`Last file`, width: '5.6rem', sort: '-activity' },
  missing: {
    label: msg({ message: 'Missing', context: 'column of documents' }),
    width: '5.25rem',
    sort: '-missing',
  },
  reminded: {
    label: msg`Last reminded`,
    width: '7.5rem',
    // Who has waited longest for a reminder.
    sort: 'reminded',
  },
  waiting: {
    label: msg({ message: 'Waiting', context: 'column of returns' }),
    width: '5.25rem',
    sort: '-waiting',
  },
} satisfies Record<string, Column>;

export const columns: Readonly<Record<keyof typeof described, Column>> = described;
export type ColumnId = Exclude<keyof typeof columns, 'name'>;

/** The columns that can be chosen, in their order. The name always comes first. */
export const columnIds = (Object.keys(columns) as (keyof typeof columns)[]).filter((id) => id !== 'name');

/** All fit on a screen of 1280 px; with fewer, names and addresses are whole. */
export const defaultColumns: readonly ColumnId[] = columnIds.filter(
  (id) => !['tags', 'activity', 'missing', 'reminded'].includes(id),
);

/** For who asks for documents. */
export const documentColumns: readonly ColumnId[] = [
  'phone',
  'return',
  'files',
  'preparer',
  'activity',
  'missing',
  'reminded',
  'waiting',
];

/** The known ones of a stored or typed list, in their order; null for none. */
export function parseColumns(names: readonly string[] | null | undefined): readonly ColumnId[] | null {
  const known = columnIds.filter((id) => names?.includes(id));
  return known.length > 0 ? known : null;
}

export const gridColumns = (shown: readonly ColumnId[]): string =>
  ['name' as const, ...shown].map((id) => columns[id].width).join(' ');
