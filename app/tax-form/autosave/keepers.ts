import { announceWork } from '#app/shared/drafts/unfinished-work.ts';
import type { DraftKeeper } from './draft-keeper.ts';

/**
 * The forms that this tab has open, or has left before all was saved: whoever leaves without a connection and comes
 * back finds the form as it was. In memory only, and by person.
 */
const keepers = new Map<string, DraftKeeper>();
const keyOf = (userId: string, year: number) => `${userId} ${year}`;

announceWork(() =>
  [...keepers.values()].some((keeper) => keeper.isUnsaved())
    ? 'Your tax form has answers that are not saved yet.'
    : null,
);

/** One that was left with something unsaved. */
export function leftKeeper(userId: string, year: number): DraftKeeper | null {
  const keeper = keepers.get(keyOf(userId, year));
  return keeper?.isUnsaved() && keeper.read().kind !== 'refused' ? keeper : null;
}

export function rememberKeeper(userId: string, year: number, keeper: DraftKeeper): void {
  keepers.set(keyOf(userId, year), keeper);
}

export function forgetKeeper(userId: string, year: number): void {
  keepers.delete(keyOf(userId, year));
}
