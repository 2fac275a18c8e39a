import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { solveCaptcha } from '#tests/support/captcha.ts';
import { createPerson, freshEmail, type Person, visitor } from '#tests/support/people.ts';
import { PUBLISHABLE_KEY, SECRET_KEY, type TestPortal } from '#tests/support/server/portal.ts';
import { forgeTokens } from './forged-tokens.ts';
import type { Actor, StaffWithFactor } from './vocabulary.ts';

export interface Cast {
  portal: TestPortal;
  clients: Record<Exclude<Actor, StaffWithFactor>, SupabaseClient> &
    Partial<Record<StaffWithFactor, SupabaseClient>>;
  /** Who the actors are, where they are somebody. */
  idOf: Partial<Record<Actor, string>>;
  a: string;
  emailOfA: string;
  b: string;
  /** Signed up, not confirmed: a user without a profile. */
  unconfirmed: string;
}

/** Brings everybody of the table onto the stage, each with a supabase-js client of its own. */
export async function assemble(portal: TestPortal): Promise<Cast> {
  const person = (role: 'client' | 'admin' | 'super') => createPerson(portal, { role });
  const [a, b, admin, superUser, deleted, gone, demoted] = await Promise.all([
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
  const [deletedToken, goneToken, demotedToken] = await Promise.all(
    [deleted, gone, demoted].map(({ client }) => tokenOf(client)),
  );
  await portal.database.query('delete from auth.users where id = $1', [deleted.id]);
  await gone.client.auth.signOut();
  await portal.database.query(`select public.change_role($1, 'client', null)`, [demoted.id]);
  const bearing = (token = '') => holder(portal, token);
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
      'expired token': bearing(forged.expired),
      'token of another key': bearing(forged.otherKey),
      'unsigned token': bearing(forged.unsigned),
      'token signed with the public key': bearing(forged.publicKeyAsPassword),
      'service_role by another key': bearing(forged.serviceRole),
      'deleted user': bearing(deletedToken),
      'signed-out session': bearing(goneToken),
      'super by sign-up data': bySignUp.client,
      'super by updateUser': byUpdate.client,
      'demoted admin': bearing(demotedToken),
    },
    idOf: {
      'client A': a.id,
      'client B': b.id,
      admin: admin.id,
      super: superUser.id,
      'super by sign-up data': bySignUp.id,
      'super by updateUser': byUpdate.id,
      'demoted admin': demoted.id,
    },
    a: a.id,
    emailOfA: a.email,
    b: b.id,
    unconfirmed: await signUpOnly(portal),
  };
}

/** Adds the staff who have shown a second factor, and those who had one. */
export async function addStaffWithFactor({ portal, clients, idOf }: Cast): Promise<void> {
  const staff = async (role: 'admin' | 'super') => {
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
    'admin whose factor is gone': [holder(portal, oldToken), without.id],
    'admin with second factor, demoted': [demoted.client, demoted.id],
  };
  for (const [actor, [client, id]] of Object.entries(roles)) {
    clients[actor as StaffWithFactor] = client;
    idOf[actor as StaffWithFactor] = id;
  }
}

/** supabase-js with a token that it did not get by signing in. */
function holder(portal: TestPortal, token: string): SupabaseClient {
  return createClient(portal.url, PUBLISHABLE_KEY, { accessToken: async () => token });
}

async function tokenOf(client: SupabaseClient): Promise<string> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('nobody is signed in');
  return data.session.access_token;
}

const CLAIMS = { role: 'super', user_role: 'super', is_super_admin: true, app_metadata: { role: 'super' } };

/** The whole way by the wire: sign up with every spelling of a role, confirm by the code in the mail, sign in. */
async function superBySignUp(portal: TestPortal): Promise<Pick<Person, 'id' | 'client'>> {
  const [client, email, password] = [visitor(portal), freshEmail('pretender'), 'maple-street-1954'];
  const signedUp = await client.auth.signUp({
    email,
    password,
    options: {
      data: { ...CLAIMS, first_name: 'Eve' },
      captchaToken: await solveCaptcha(portal.url, 'signup'),
    },
  });
  if (signedUp.error) throw signedUp.error;
  const mail = await portal.mailTo(email);
  const token = /^ +(\d{8})$/m.exec(mail.text ?? '')?.[1] ?? '';
  const verified = await client.auth.verifyOtp({ email, token, type: 'email' });
  if (verified.error || !verified.data.user) throw verified.error ?? new Error('not verified');
  return { id: verified.data.user.id, client };
}

/** Writes the role into the own metadata, and takes a fresh token with it. */
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
    options: { captchaToken: await solveCaptcha(portal.url, 'signup') },
  });
  if (error || !data.user) throw error ?? new Error('no user');
  return data.user.id;
}
