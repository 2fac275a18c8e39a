import { type Authenticator, addAuthenticator } from '#tests/support/authenticator.ts';
import { type Client, createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import type { SharedPortal } from '#tests/support/server/portal.ts';

/** Signs the person in on another device. */
export async function signInAgain(
  portal: Pick<SharedPortal, 'url'>,
  { email }: Pick<Person, 'email'>,
): Promise<Client> {
  const client = visitor(portal);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** A person with an enrolled app and a session at aal2. */
export async function personWithApp(
  portal: Pick<SharedPortal, 'url' | 'database'>,
): Promise<Person & { app: Authenticator }> {
  const person = await createPerson(portal);
  return { ...person, app: await addAuthenticator(person.client) };
}

export async function bearerOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}
