import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '#server/database/database.ts';
import { type KeyRing, loadKeyRing } from '#server/sealing/key-ring.ts';
import { addAuthenticator } from '#tests/support/authenticator.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { settingsFor } from '#tests/support/server/portal.ts';
import { prepareServer, type ServerProcess } from '#tests/support/server/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

/** Two servers on one PostgreSQL and one data folder, with their keys in files. */
export interface Servers {
  urls: readonly [string, string];
  dataDir: string;
  /** As the owner of the tables, for what no request does. */
  database: TestDatabase;
  /** As the command line opens it, to rotate keys. */
  commandDatabase: Database;
  keyRing: KeyRing;
  /** A super user with the second factor, who changes the rights of the others. */
  boss: Person & { token: string };
  output(): string;
  close(): Promise<void>;
}

export async function startServers(): Promise<Servers> {
  const database = await createTestDatabase();
  // One super user gives access in all runs.
  await database.query(
    `create or replace function nutmeg.max_grants_per_hour() returns int language sql immutable as $$ select 1000000 $$`,
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-cache-safety-'));
  const env = {
    ...settingsFor(database),
    DATA_DIR: dataDir,
    SECRET_KEY: '',
    ENCRYPTION_KEY: '',
    STAFF_MFA: 'required',
  };
  const servers: ServerProcess[] = [];
  for (let n = 0; n < 2; n++) {
    const server = await prepareServer({ env, siteFolder: undefined });
    servers.push(server);
    // One after the other: the first creates the keys.
    await server.start();
  }
  const [one, two] = servers.map(({ url }) => url);
  if (!one || !two) throw new Error('not two servers');
  const commandDatabase = openDatabase({ url: database.url, onIdleError: () => undefined });
  return {
    urls: [one, two],
    dataDir,
    database,
    commandDatabase,
    keyRing: await loadKeyRing({ dataDir, encryptionKey: undefined, previousEncryptionKeys: [] }),
    boss: await createBoss(one, database),
    output: () => servers.map((server) => server.output()).join(''),
    close: async () => {
      await Promise.all(servers.map((server) => server.remove()));
      await commandDatabase.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function createBoss(url: string, database: TestDatabase): Promise<Servers['boss']> {
  const boss = await createPerson({ url, database }, { role: 'super' });
  await proveMailboxes(database, boss.id);
  await addAuthenticator(boss.client);
  const { data } = await boss.client.auth.getSession();
  return { ...boss, token: data.session?.access_token ?? '' };
}

/** As if a code from a mail had been entered in each session: staff need that before they enroll their first app. */
export async function proveMailboxes(database: TestDatabase, personId: string): Promise<void> {
  await database.query(
    `update auth.sessions set amr = amr || jsonb_build_object(
       'method', 'otp', 'timestamp', floor(extract(epoch from now()))::bigint
     ) where user_id = $1`,
    [personId],
  );
}
