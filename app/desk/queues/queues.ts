import type { MessageDescriptor } from '@lingui/core';
import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { msg } from '#domain/language/message.ts';

/** The work queues, as `office_queues` counts them. */
export const queueNames = {
  messages: msg`Messages`,
  appointments: msg`Appointments`,
  new_files: msg`New files`,
  forms: msg`Forms to start`,
  returns_office: msg`Returns to do`,
  returns_client: msg`Returns waiting`,
  mails: msg`Undelivered emails`,
};
export type QueueId = keyof typeof queueNames;
export const queueIds = Object.keys(queueNames) as QueueId[];

/** Of the queues that open above the list of clients. Messages have a page of their own. */
export const queueDescriptions = {
  appointments: msg`Requested or booked, starting today.`,
  new_files: msg`Clients with new files that no one here has seen yet.`,
  forms: msg`Clients who submitted this year’s tax form, but whose return hasn’t been opened. Oldest first.`,
  returns_office: msg`The next step is ours. Oldest first.`,
  returns_client: msg`The next step is the client’s: documents, approval, or payment.`,
  mails: msg`Emails that didn’t arrive. Send them again, or call.`,
} satisfies Partial<Record<QueueId, MessageDescriptor>>;
export type PanelId = keyof typeof queueDescriptions;
const panelIds = Object.keys(queueDescriptions) as PanelId[];

/** `office_queues` counts the long queues no further than to one more. */
const MOST_COUNTED = 1000;

/** The size of a queue: "12", or "1,000+" where the exact number helps no one. */
export const sizeText = (size: number, count: (value: number) => string): string =>
  size > MOST_COUNTED ? `${count(MOST_COUNTED)}+` : count(size);

/** Undelivered mails are exceptional: that tile shows only if the queue is not empty. */
export const isAlwaysShown = (id: QueueId): boolean => id !== 'mails';

/** The open queue from the URL, or null. */
export function openQueue(parameters: URLSearchParams): PanelId | null {
  const asked = parameters.get('queue');
  return panelIds.find((id) => id === asked) ?? null;
}

export const queueSearch = (current: string | URLSearchParams, queue: PanelId | null) =>
  changedSearch(current, { queue });
