/** The work queues, as `office_queues` counts them. */
export const queueIds = [
  'messages',
  'appointments',
  'new_files',
  'forms',
  'returns_office',
  'returns_client',
  'mails',
] as const;
export type QueueId = (typeof queueIds)[number];

export const queueNames: Record<QueueId, string> = {
  messages: 'Messages',
  appointments: 'Appointments',
  new_files: 'New files',
  forms: 'Forms to start',
  returns_office: 'Returns to do',
  returns_client: 'Returns waiting',
  mails: 'Mails not delivered',
};

export const queueDescriptions: Record<QueueId, string> = {
  messages: 'Messages from the contact page, and our replies.',
  appointments: 'Requested or booked, from today on.',
  new_files: 'Clients with new files that no one has downloaded yet.',
  forms: "This year's tax form has arrived, and no return has been started for it.",
  returns_office: 'The next step is ours. Oldest first.',
  returns_client: 'The next step is the client’s: documents, approval, or payment.',
  mails: 'Emails that did not arrive. Send them again, or call.',
};

/** Undelivered mails are exceptional: that tile shows only if the queue is not empty. */
export const isAlwaysShown = (id: QueueId): boolean => id !== 'mails';

/** The open queue from the URL, or null. */
export function openQueue(parameters: URLSearchParams): QueueId | null {
  const asked = parameters.get('queue');
  return queueIds.find((id) => id === asked) ?? null;
}

/** The query string with this queue open, or with none. */
export function queueSearch(current: URLSearchParams, queue: QueueId | null): string {
  const next = new URLSearchParams(current);
  for (const name of ['inbox', 'message']) next.delete(name);
  if (queue === null) next.delete('queue');
  else next.set('queue', queue);
  return `?${next}`;
}
