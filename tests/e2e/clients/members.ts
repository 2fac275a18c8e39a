import type { SupabaseClient } from '@supabase/supabase-js';
import { giveRole } from '../support/database.ts';
import { type Account, accountOf } from '../support/documents.ts';
import { confirmedPerson, type Person } from '../support/people.ts';

export interface Member {
  person: Person;
  account: Account;
}

export async function someone(firstName: string, lastName: string): Promise<Member> {
  const person = await confirmedPerson(firstName);
  const account = await accountOf(person);
  const { error } = await account.api
    .from('user_profiles')
    .update({ first_name: firstName, last_name: lastName })
    .eq('user_id', account.id);
  if (error) throw error;
  return { person, account };
}

/** Someone at the office. A super user says who belongs to which client; an admin asks. */
export async function clerk(role: 'admin' | 'super' = 'admin'): Promise<Account> {
  const person = await confirmedPerson('Sam');
  await giveRole(person.email, role);
  return accountOf(person);
}

export interface Membership {
  client: string;
  member: string;
  relation?: string;
  rights: string[];
  last_year?: number;
}

export async function addMember(
  { api }: { api: SupabaseClient },
  { client, member, relation = 'helper', ...more }: Membership,
): Promise<void> {
  const { data, error } = await api.rpc('save_client_member', {
    client_id: client,
    member_id: member,
    relation,
    ...more,
  });
  if (error) throw error;
  if (data !== 'saved') throw new Error('this access waits to be confirmed');
}
