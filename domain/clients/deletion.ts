import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** Why a client can't be deleted, in words of the database (`nutmeg.deletion_problems`). */
const reasons = {
  no_client: msg`This client no longer exists.`,
  staff: msg`This is a staff account. Change its role to client first.`,
  archived: msg`This client was merged into another one. Delete that one, and this goes with it.`,
  requested: msg`Someone has already asked to delete this client.`,
  not_requested: msg`This request was withdrawn.`,
  foreign_file: msg`A file in this client’s folders belongs to another client’s return or signature. Move it back first.`,
  appointment: msg`This client has an appointment ahead. Cancel it first, so that the client is told.`,
  supers_changed: msg`Who is a super user has just changed. Please look again.`,
  changed: msg`Someone changed this client just now. Please look again.`,
  deleted: msg`This client was deleted already.`,
  needs_second: msg`Another super user has to agree.`,
} as const satisfies Record<string, MessageDescriptor>;

/** The reason in words; undefined for an unknown one. */
export function deletionRefusal(code: string | null | undefined): MessageDescriptor | undefined {
  return code && Object.hasOwn(reasons, code) ? reasons[code as keyof typeof reasons] : undefined;
}
