import { changedSearch } from '#app/shared/browser/changed-search.ts';
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
export const inboxViewSearch = (current: URLSearchParams, view: InboxView) =>
  changedSearch(current, { message: null, inbox: view === 'open' ? null : view });

/** The query string with this message open, or with none. */
export const messageSearch = (current: string | URLSearchParams, id: string | null) =>
  changedSearch(current, { message: id });

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
export const messageAddress = (id: string): string => INBOX + messageSearch('', id);
