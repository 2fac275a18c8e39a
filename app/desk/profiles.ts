import { dataOf } from '#app/shared/api/done.ts';
import type { RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { inGroups } from './in-groups.ts';

/** The columns of a profile, for lists of people. */
export const profileColumns =
  'user_id, email, first_name, last_name, phone, referred_by, role, language, created_at';

export type ProfileOfAddress = RowOf<'profiles_of_addresses'>;

/** Those of addresses that have one. Several may share an address: the database decides which one is meant. */
export async function profilesOfAddresses(
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ProfileOfAddress>> {
  const profiles = await inGroups([...new Set(addresses)], (group) =>
    dataOf(rest.rpc('profiles_of_addresses', { addresses: group }), signal),
  );
  return new Map(profiles.map((profile) => [profile.address, profile]));
}
