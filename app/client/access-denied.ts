/** The second specification document's words for a person without the role, as a page and as a notice. */
export const accessDenied = {
  title: 'Access Denied',
  text: "You don't have permission to access this page",
} as const;

/** Travels in the history entry of the page that a person was sent to instead. */
export const sentAway = { accessDenied: true } as const;

export function wasSentAway(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'accessDenied' in state;
}
