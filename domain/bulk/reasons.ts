import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Why a client is left out, as staff read it. The database has the same names (bulk_job_clients_reason_check). */
export const reasonNames = {
  gone: msg`This client was deleted`,
  staff: msg`Works at the office`,
  merged: msg`Merged with another client`,
  archived: msg`Archived`,
  no_email: msg`No email address`,
  bad_address: msg`The email address doesn’t work`,
  too_many_letters: msg`Got 20 letters in the past hour`,
  no_form: msg`The tax form isn’t here yet`,
  form_sent: msg`Already sent the tax form`,
  nothing_missing: msg`Nothing is missing`,
  nothing_to_review: msg`No return is waiting for their review`,
  nothing_to_pay: msg`No return is waiting for payment`,
  just_sent: msg`Sent a document in the past day that may be it`,
  unchanged: msg`Already done`,
  too_many_tags: msg`Has 20 tags already`,
  refused: msg`We couldn’t save this`,
  failed: msg`Something went wrong each time we tried`,
} as const satisfies Record<string, MessageDescriptor>;

export type Reason = keyof typeof reasonNames;
