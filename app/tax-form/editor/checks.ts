import { forgetDraft, keepDraft, readDraft } from '#app/shared/drafts/drafts.ts';

/**
 * Which answers of last year still wait for a look, through a reload of this tab. Their paths only ("phone"): no
 * answer is ever kept in the browser.
 */
const formOf = (year: number) => `tax-form-check-${year}`;

export function keepChecks(userId: string, year: number, paths: readonly string[]): void {
  if (paths.length === 0) forgetDraft(userId, formOf(year));
  else keepDraft(userId, formOf(year), { paths: paths.join(' ') });
}

export function keptChecks(userId: string, year: number): string[] {
  const kept = readDraft(userId, formOf(year), { paths: '' });
  return kept ? kept.paths.split(' ').filter(Boolean) : [];
}
