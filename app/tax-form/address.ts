import { changedSearch } from '#app/shared/browser/changed-search.ts';
import { type Client, may } from '#domain/clients/membership.ts';

/**
 * The query parameters of the secured files page: `form=open` for the yearly form, `form=copy` for the printable copy,
 * `bypass=true` for the files although the form was not sent, and `step` for a section of the form.
 */
const FORM = 'form';
const STEP = 'step';
const BYPASS = 'bypass';

export type Wanted = 'form' | 'copy' | 'files' | 'any';

export function wantedIn(parameters: URLSearchParams): Wanted {
  const form = parameters.get(FORM);
  if (form === 'open') return 'form';
  if (form === 'copy') return 'copy';
  return parameters.get(BYPASS) === 'true' || parameters.has('folder') ? 'files' : 'any';
}

/** Whether the files come first on the page, unless the hash leads to the checklist. */
export function filesComeFirst(parameters: URLSearchParams, hash: string): boolean {
  return parameters.get(BYPASS) === 'true' && hash === '';
}

/** Whether a client who has not sent the form sees it before the files. Helpers open it themselves. */
export const opensUnasked = (client: Pick<Client, 'relation' | 'rights'>): boolean =>
  client.relation !== 'helper' && may(client, 'answer');

export const stepIn = (parameters: URLSearchParams): string => parameters.get(STEP) ?? '';

/** The query string with another section of the form. */
export function atStep(search: string, step: string): string {
  return changedSearch(search, { [STEP]: step });
}

export const formSearch = (search: string) =>
  changedSearch(search, { [FORM]: 'open', [STEP]: null, [BYPASS]: null });
export const copySearch = (search: string) => changedSearch(search, { [FORM]: 'copy', [STEP]: null });
export const filesSearch = (search: string) =>
  changedSearch(search, { [FORM]: null, [STEP]: null, [BYPASS]: 'true' });
export const pageSearch = (search: string) =>
  changedSearch(search, { [FORM]: null, [STEP]: null, [BYPASS]: null });
