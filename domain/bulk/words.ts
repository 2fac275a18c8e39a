import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';
import type { BulkKind } from './jobs.ts';

/** What a job does, as its title. */
export const bulkActs: Readonly<Record<BulkKind, MessageDescriptor>> = {
  remind: msg`Remind of missing documents`,
  letter: msg`Write a letter`,
  assign: msg({ message: 'Assign a preparer', context: 'bulk job' }),
  tag: msg({ message: 'Tag', context: 'verb' }),
  task: msg`Set due date`,
  archive: msg`Archive`,
};
