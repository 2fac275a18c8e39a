import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Why a client is left out, as staff read it. The database has the same names (migration 0049_bulk_jobs). */
export const reasonNames = {
  gone: msg`This client was deleted`,
  merged: msg`Merged with another client`,
  archived: msg`Archived`,
  no_email: msg`No email address`,
  bad_address: msg`The email address doesn’t work`,
  too_many_letters: msg`Got 20 letters in the past hour`,
  no_form: msg`The tax form isn’t here yet`,
  nothing_missing: msg`Nothing is missing`,
  just_sent: msg`Sent a document in the past day that may be it`,
  unchanged: msg`Already done`,
  too_many_tags: msg`Has 20 tags already`,
  refused: msg`We couldn’t save this`,
} as const satisfies Record<string, MessageDescriptor>;

export type Reason = keyof typeof reasonNames;
