import { accountDraft } from '#app/shared/drafts/form-draft.ts';

/** Last year's answers that the client has not checked yet. Only their paths ("phone") are stored in the browser. */
const pathsOf = (userId: string, year: number) =>
  accountDraft(userId, `tax-form-check-${year}`, { paths: '' });

export function saveCarriedOver(userId: string, year: number, paths: readonly string[]): void {
  if (paths.length === 0) pathsOf(userId, year).clear();
  else pathsOf(userId, year).save({ paths: paths.join(' ') });
}

export function readCarriedOver(userId: string, year: number): string[] {
  return pathsOf(userId, year).read()?.paths.split(' ').filter(Boolean) ?? [];
}
