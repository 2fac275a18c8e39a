import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { StaffRole } from '#domain/account/roles.ts';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { signedPass } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, type TestPortal } from '#tests/support/server/portal.ts';
import { forgeTokens } from './forged-tokens.ts';
import type { Fixtures, Member } from './types.ts';

/** Creates the callers of the table, each with a separate supabase-js client. */
export async function createCallers(portal: TestPortal): Promise<Fixtures> {
  const [a, b, deleted, signedOut] = await Promise.all([1, 2, 3, 4].map(() => createPerson(portal)));
  if (!a || !b || !deleted || !signedOut) throw new Error('no person');
  const [admin, superUser, reception, demoted, unproven, adminUnproven, superUnproven] = await Promise.all([
    staffWithFactor(portal, 'admin'),
    staffWithFactor(portal, 'super'),
    staffWithFactor(portal, 'reception'),
    staffWithFactor(portal, 'admin', CLAIMS),
    staffWithFactor(portal, 'admin'),
    createPerson(portal, { role: 'admin' }),
    createPerson(portal, { role: 'super' }),
  ]);
  const [bySignUp, byUpdate] = await Promise.all([superBySignUp(portal), superByUpdate(portal)]);
  const forged = await forgeTokens(portal, await tokenOf(superUser.client));
  const [deletedToken, signedOutToken, demotedToken, unprovenToken] = await Promise.all(
    [deleted, signedOut, demoted, unproven].map(({ client }) => tokenOf(client)),
  );
  await portal.database.query('delete from auth.users where id = $1', [deleted.id]);
  await signedOut.client.auth.signOut();
  await portal.database.query(`select public.change_role($1, 'client', null)`, [demoted.id]);
  const removed = await unproven.client.auth.mfa.unenroll({ factorId: unproven.factorId });
  if (removed.error) throw removed.error;
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
      reception: reception.client,
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
      'admin without second factor': adminUnproven.client,
      'super without second factor': superUnproven.client,
      'admin with removed factor': withToken(unprovenToken),
      ...mapMembers(members, ({ client }) => client),
    },
    idOf: {
      'client A': a.id,
      'client B': b.id,
      admin: admin.id,
      super: superUser.id,
      reception: reception.id,
      'super claimed at sign-up': bySignUp.id,
      'super claimed by updateUser': byUpdate.id,
      'demoted admin': demoted.id,
      'admin without second factor': adminUnproven.id,
      'super without second factor': superUnproven.id,
      'admin with removed factor': unproven.id,
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

/** Staff whose session has a second factor, which this server requires. */
async function staffWithFactor(portal: TestPortal, role: StaffRole, data?: object) {
  // Staff with only a password can't set up their first app on this server.
  const person = await createPerson(portal);
  const { factorId } = await addAuthenticator(person.client);
  if (data) await claim(person, data);
  await portal.database.query('select public.change_role($1, $2, null)', [person.id, role]);
  // So that the token names the role, too.
  const { error } = await person.client.auth.refreshSession();
  if (error) throw error;
  return { ...person, factorId };
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
  // Without a second factor, the server would refuse even real staff.
  await addAuthenticator(client);
  return { id: verified.data.user.id, client };
}

async function superByUpdate(portal: TestPortal): Promise<Person> {
  const eve = await createPerson(portal);
  await addAuthenticator(eve.client);
  await claim(eve, CLAIMS);
  return eve;
}

/** Writes a role into the user's metadata, and refreshes the token. */
async function claim({ client }: Person, data: object): Promise<void> {
  const updated = await client.auth.updateUser({ data });
  if (updated.error) throw updated.error;
  const { error } = await client.auth.refreshSession();
  if (error) throw error;
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
