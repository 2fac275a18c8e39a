import { accountDraft } from '#app/shared/drafts/form-draft.ts';

/**
 * Which of last year's answers the client has not checked yet. Stores only their paths ("phone"): no answer is ever
 * stored in the browser.
 */
const checksOf = (userId: string, year: number) =>
  accountDraft(userId, `tax-form-check-${year}`, { paths: '' });

export function saveChecks(userId: string, year: number, paths: readonly string[]): void {
  if (paths.length === 0) checksOf(userId, year).clear();
  else checksOf(userId, year).save({ paths: paths.join(' ') });
}

export function readChecks(userId: string, year: number): string[] {
  return checksOf(userId, year).read()?.paths.split(' ').filter(Boolean) ?? [];
}
