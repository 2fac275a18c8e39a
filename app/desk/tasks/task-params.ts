/** The query parameter of /manage/tasks: whose tasks are shown. */

export const whoIds = ['mine', 'all', 'unassigned'] as const;
export type Who = (typeof whoIds)[number];

export function parseWho(parameters: URLSearchParams): Who {
  const who = parameters.get('who');
  return whoIds.find((known) => known === who) ?? 'mine';
}

/** The default has the plain address. */
export function whoSearch(who: Who): string {
  return who === 'mine' ? '' : `?who=${who}`;
}
