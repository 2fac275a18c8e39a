import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** How long a merge can be undone (migration 0040_undo_merges). */
export const UNDO_DAYS = 30;

/** Why two clients can't be merged, or a merge can't be undone, by the words of the database (`nutmeg.merge_problems`). */
const reasons = {
  same_client: msg`These are the same client.`,
  no_client: msg`One of these clients no longer exists.`,
  staff: msg`Accounts of the staff can’t be merged.`,
  archived: msg`One of these clients is archived.`,
  uploading: msg`An upload for the client who would be archived isn’t finished. Try again when it’s done, or ask the client to cancel it.`,
  too_many: msg`The client who would be archived has more than 10,000 files and entries. Choose the other one, or move some folders first.`,
  too_many_members: msg`More than 40 people would belong to the client.`,
  needs_super: msg`Someone would see documents that they don’t see today. Only a super user can merge these clients.`,
  people_changed: msg`Someone else would get access now. Check the list of people again.`,
  request_used: msg`This was already done with other clients. Close this window and start again.`,
  no_merge: msg`These clients aren’t merged.`,
  too_late: msg`A merge can be undone for 30 days. That time is over.`,
  merged_again: msg`The client was merged again since. Undo that first.`,
} as const satisfies Record<string, MessageDescriptor>;

/** The reason in words; undefined for an unknown one. */
export function mergeRefusal(code: string | undefined): MessageDescriptor | undefined {
  return code !== undefined && Object.hasOwn(reasons, code)
    ? reasons[code as keyof typeof reasons]
    : undefined;
}

/** Whether a merge can still be undone. */
export function canBeUndone(mergedAt: string, now: number): boolean {
  return now - Date.parse(mergedAt) < UNDO_DAYS * 86_400_000;
}

/** Who stays: the one with a login, or else the first. */
export function whoStays(first: Mergeable, second: Mergeable): string {
  return second.hasLogin && !first.hasLogin ? second.id : first.id;
}

interface Mergeable {
  readonly id: string;
  readonly hasLogin: boolean;
}
