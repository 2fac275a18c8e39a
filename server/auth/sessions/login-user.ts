import type { Transaction } from '#server/database/database.ts';
import { selectUsers, type User } from '../users/users.ts';
import { hasSignedInFromSql } from './recognized-networks.ts';

export interface LoginUser extends User {
  knows_network: boolean;
  knows_place: boolean;
}

/**
 * The user with this address, whether they have signed in from this network (CIDR) in the last 90 days, and from the place
 * with this hash (sign-in-locations.ts) before.
 */
export async function findUserForLogin(
  db: Pick<Transaction, 'run'>,
  email: string,
  network: string | undefined,
  placeHash: Buffer,
): Promise<LoginUser | undefined> {
  const { rows } = await db.run<LoginUser>({
    prepared: true,
    text: `${selectUsers(`,
    ${hasSignedInFromSql('u.id', '$2')} as knows_network,
    exists (select from auth.sign_in_places p where p.user_id = u.id and p.place_hash = $3) as knows_place`)}
    where u.email = $1`,
    values: [email, network ?? null, placeHash],
  });
  return rows[0];
}
