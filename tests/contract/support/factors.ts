import { type Authenticator, addAuthenticator } from '#tests/support/authenticator.ts';
import { type Client, createPerson, PASSWORD, type Person, visitor } from '#tests/support/people.ts';
import type { TestPortal } from '#tests/support/server/portal.ts';

/** The same person on another device. */
export async function signInAgain(
  portal: Pick<TestPortal, 'url'>,
  { email }: Pick<Person, 'email'>,
): Promise<Client> {
  const client = visitor(portal);
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

/** Somebody whose session has just shown the app's first code. */
export async function personWithApp(
  portal: Pick<TestPortal, 'url' | 'database'>,
): Promise<Person & { app: Authenticator }> {
  const person = await createPerson(portal);
  return { ...person, app: await addAuthenticator(person.client) };
}

export async function bearerOf(client: Client): Promise<string> {
  return (await client.auth.getSession()).data.session?.access_token ?? '';
}
