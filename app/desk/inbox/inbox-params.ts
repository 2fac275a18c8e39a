import { isUuid } from '#domain/text/uuid.ts';

/** The query parameters of the inbox: the view (`inbox`) and the open `message`. */
export const INBOX = '/manage/inbox';

export const inboxViews = ['open', 'mine', 'answered'] as const;
export type InboxView = (typeof inboxViews)[number];

export function parseInboxParams(parameters: URLSearchParams): { view: InboxView; openId: string | null } {
  const view = parameters.get('inbox');
  const id = parameters.get('message')?.toLowerCase() ?? '';
  return {
    view: inboxViews.find((one) => one === view) ?? 'open',
    openId: isUuid(id) ? id : null,
  };
}

/** The query string of another view, without an open message. */
export function inboxViewSearch(current: URLSearchParams, view: InboxView): string {
  const next = new URLSearchParams(current);
  next.delete('message');
  if (view === 'open') next.delete('inbox');
  else next.set('inbox', view);
  return `?${next}`;
}

/** The query string with this message open, or with none. */
export function messageSearch(current: URLSearchParams, id: string | null): string {
  const next = new URLSearchParams(current);
  if (id === null) next.delete('message');
  else next.set('message', id);
  return `?${next}`;
}

/** The inbox was a queue of /manage, as older mails say. Null if the address is not that one. */
export function movedInbox(parameters: URLSearchParams): string | null {
  if (parameters.get('queue') !== 'messages') return null;
  const kept = ['inbox', 'message'].flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? INBOX : `${INBOX}?${new URLSearchParams(kept)}`;
}

/** The address of a message. */
export const messageAddress = (id: string): string => INBOX + messageSearch(new URLSearchParams(), id);
