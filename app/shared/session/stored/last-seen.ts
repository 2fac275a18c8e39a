import type { QueryKey } from '@tanstack/react-query';
import { asRecord, storedJson } from '#app/shared/drafts/stored-value.ts';
import type { Profile } from '../profile.ts';

/** What the pages of a person showed last. It is private, so it is stored only as long as the session is. */
export interface LastSeen {
  userId: string;
  /** Of the site: another one may have other answers. */
  version: string;
  profile: Profile | null;
  answers: [key: QueryKey, data: unknown][];
}

export const lastSeen = storedJson('local', 'nutmeg.last-seen', (value) => {
  const seen = asRecord(value);
  return seen?.version === siteVersion() && Array.isArray(seen.answers) ? (value as LastSeen) : null;
});

/** React Router's list of routes changes with every build that changes a script. */
export function siteVersion(): string {
  return String(asRecord(Reflect.get(window, '__reactRouterManifest'))?.version);
}

/** Called when the session ends, in whatever way. */
export const forgetLastSeen = lastSeen.clear;

export const seenBy = (userId: string): LastSeen | null => {
  const seen = lastSeen.read();
  return seen?.userId === userId ? seen : null;
};

export const lastProfile = (userId: string): Profile | null => seenBy(userId)?.profile ?? null;
