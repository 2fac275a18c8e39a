/** The query parameters of the inbox: the view (`inbox`) and the open `message`. */
export const inboxViews = ['open', 'mine', 'answered'] as const;
export type InboxView = (typeof inboxViews)[number];

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function parseInboxParams(parameters: URLSearchParams): { view: InboxView; openId: string | null } {
  const view = parameters.get('inbox');
  const id = parameters.get('message') ?? '';
  return {
    view: inboxViews.find((one) => one === view) ?? 'open',
    openId: ID.test(id) ? id.toLowerCase() : null,
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
  next.set('queue', 'messages');
  if (id === null) next.delete('message');
  else next.set('message', id);
  return `?${next}`;
}
