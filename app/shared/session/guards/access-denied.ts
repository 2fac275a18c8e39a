import { msg } from '#domain/language/message.ts';

/** The second specification document's words for a person without the role, on a page and in a notice. */
export const accessDenied = {
  title: msg`Access Denied`,
  text: msg`You don't have permission to access this page`,
};

/** Stored in the history entry of the page that the person was redirected to. */
export const sentAway = { accessDenied: true } as const;

export function wasSentAway(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accessDenied' in state;
}
