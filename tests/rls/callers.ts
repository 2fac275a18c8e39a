import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Role, StaffRole } from '#domain/account/roles.ts';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, type TestPortal } from '#tests/support/server/portal.ts';
import { forgeTokens } from './forged-tokens.ts';
import type { Fixtures, Member, StaffWithFactor } from './types.ts';

/** Creates the callers of the table, each with a separate supabase-js client. */
export async function createCallers(portal: TestPortal): Promise<Fixtures> {
  const person = (role: Role) => createPerson(portal, { role });
  const [a, b, admin, superUser, deleted, signedOut, demoted] = await Promise.all([
    person('client'),
    person('client'),
    person('admin'),
    person('super'),
    person('client'),
    person('client'),
    person('admin'),
  ]);
  const [bySignUp, byUpdate] = await Promise.all([superBySignUp(portal), superByUpdate(portal)]);
  const forged = await forgeTokens(portal, await tokenOf(superUser.client));
  const [deletedToken, signedOutToken, demotedToken] = await Promise.all(
    [deleted, signedOut, demoted].map(({ client }) => tokenOf(client)),
  );
  await portal.database.query('delete from auth.users where id = $1', [deleted.id]);
  await signedOut.client.auth.signOut();
  await portal.database.query(`select public.change_role($1, 'client', null)`, [demoted.id]);
  const withToken = (token = '') => clientWithToken(portal, token);
  const members = await createMembers(portal, a.id);
  return {
    portal,
    clients: {
      visitor: visitor(portal),
      'client A': a.client,
      'client B': b.client,
      admin: admin.client,
      super: superUser.client,
      service: createClient(portal.url, SECRET_KEY, {
        auth: { persistSession: false, autoRefreshToken: false },
      }),
      'expired token': withToken(forged.expired),
      'token signed by another key': withToken(forged.otherKey),
      'unsigned token': withToken(forged.unsigned),
      'token signed with the public key': withToken(forged.publicKeyAsPassword),
      'service_role signed by another key': withToken(forged.serviceRole),
      'deleted user': withToken(deletedToken),
      'signed-out session': withToken(signedOutToken),
      'super claimed at sign-up': bySignUp.client,
      'super claimed by updateUser': byUpdate.client,
      'demoted admin': withToken(demotedToken),
      ...mapMembers(members, ({ client }) => client),
    },
    idOf: {
      'client A': a.id,
      'client B': b.id,
      admin: admin.id,
      super: superUser.id,
      'super claimed at sign-up': bySignUp.id,
      'super claimed by updateUser': byUpdate.id,
      'demoted admin': demoted.id,
      ...mapMembers(members, ({ id }) => id),
    },
    a: a.id,
    emailOfA: a.email,
    b: b.id,
    unconfirmed: await signUpOnly(portal),
  };
}

type Members = Record<Member, Person>;

async function createMembers(portal: TestPortal, clientId: string): Promise<Members> {
  const everything = ['see', 'upload', 'answer', 'sign', 'manage'];
  const member = async (
    relation: string,
    rights: string[],
    { lastYear, endsAt }: { lastYear?: number; endsAt?: Date } = {},
  ) => {
    const person = await createPerson(portal);
    await portal.database.query(
      `insert into public.client_members (client_id, user_id, relation, rights, last_year, ends_at)
       values ($1, $2, $3, $4, $5, $6)`,
      [clientId, person.id, relation, rights, lastYear, endsAt],
    );
    return person;
  };
  return {
    'spouse of A': await member('spouse', everything),
    'helper of A who uploads': await member('helper', ['see', 'upload']),
    'helper of A who answers': await member('helper', ['see', 'answer']),
    'helper of A who signs': await member('helper', ['see', 'sign']),
    'helper of A who sees': await member('helper', ['see']),
    'former spouse of A': await member('spouse', ['see'], { lastYear: 2020 }),
    'former helper of A': await member('owner', everything, { endsAt: new Date() }),
  };
}

function mapMembers<T>(members: Members, pick: (person: Person) => T): Record<Member, T> {
  return Object.fromEntries(Object.entries(members).map(([name, person]) => [name, pick(person)])) as Record<
    Member,
    T
  >;
}

/** Adds staff with a second factor, and those who lost it or their role. */
export async function addStaffWithFactor({ portal, clients, idOf }: Fixtures): Promise<void> {
  const staff = async (role: StaffRole) => {
    // Staff with only a password can't set up their first app on this server.
    const person = await createPerson(portal);
    const app = await addAuthenticator(person.client);
    await portal.database.query('select public.change_role($1, $2, null)', [person.id, role]);
    return { ...person, app };
  };
  const [admin, superUser, without, demoted] = await Promise.all([
    staff('admin'),
    staff('super'),
    staff('admin'),
    staff('admin'),
  ]);
  const oldToken = await tokenOf(without.client);
  const { error } = await without.client.auth.mfa.unenroll({ factorId: without.app.factorId });
  if (error) throw error;
  await portal.database.query(`select public.change_role($1, 'client', null)`, [demoted.id]);
  const roles: Record<StaffWithFactor, [SupabaseClient, string]> = {
    'admin with second factor': [admin.client, admin.id],
    'super with second factor': [superUser.client, superUser.id],
    'admin with removed factor': [clientWithToken(portal, oldToken), without.id],
    'admin with second factor, demoted': [demoted.client, demoted.id],
  };
  for (const [caller, [client, id]] of Object.entries(roles)) {
    clients[caller as StaffWithFactor] = client;
    idOf[caller as StaffWithFactor] = id;
  }
}

/** supabase-js with a given token instead of a session. */
function clientWithToken(portal: TestPortal, token: string): SupabaseClient {
  return createClient(portal.url, PUBLISHABLE_KEY, { accessToken: async () => token });
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('The client has no session');
  return data.session.access_token;
}

const CLAIMS = { role: 'super', user_role: 'super', is_super_admin: true, app_metadata: { role: 'super' } };

/** Signs up with every spelling of a role in the metadata, and confirms with the code of the mail. */
async function superBySignUp(portal: TestPortal): Promise<Pick<Person, 'id' | 'client'>> {
  const [client, email, password] = [visitor(portal), freshEmail('escalation'), 'maple-street-1954'];
  const signedUp = await client.auth.signUp({
    email,
    password,
    options: {
      data: { ...CLAIMS, first_name: 'Eve' },
      captchaToken: await signedPass('signup'),
    },
  });
  if (signedUp.error) throw signedUp.error;
  const mail = await portal.mailTo(email);
  const token = /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1] ?? '';
  const verified = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (verified.error || !verified.data.user) throw verified.error ?? new Error('not verified');
  return { id: verified.data.user.id, client };
}

/** Writes the role into the user's metadata, and refreshes the token. */
async function superByUpdate(portal: TestPortal): Promise<Person> {
  const eve = await createPerson(portal);
  const updated = await eve.client.auth.updateUser({ data: CLAIMS });
  if (updated.error) throw updated.error;
  const { error } = await eve.client.auth.refreshSession();
  if (error) throw error;
  return eve;
}

async function signUpOnly(portal: TestPortal): Promise<string> {
  const { data, error } = await visitor(portal).auth.signUp({
    email: freshEmail('unconfirmed'),
    password: 'maple-street-1954',
    options: { captchaToken: await signedPass('signup') },
  });
  if (error || !data.user) throw error ?? new Error('no user');
  return data.user.id;
}
