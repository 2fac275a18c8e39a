import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/database.ts';
import { insertPerson } from '#tests/support/people.ts';
import { databaseForFile } from '#tests/support/test-database.ts';
import { AUTH_SWEEPS } from './sweeps.ts';

const testDatabase = databaseForFile();
let database: Database;
beforeAll(async () => {
  database = openDatabase({
    url: testDatabase.url,
    onIdleError: (error) => {
      throw error;
    },
  });
});
afterAll(async () => {
  await database.close();
});

const names = async (sql: string) =>
  (await testDatabase.query<{ name: string }>(sql)).map(({ name }) => name);

test('deletes expired rows and nothing else', async () => {
  const userId = await insertPerson({ database: testDatabase }, { email: 'maria@example.com' });
  await testDatabase.query(
    `with flow as (
       insert into auth.flow_state (user_id, code_challenge, code_challenge_method, authentication_method, created_at)
       values ($1, 'old', 's256', 'otp', now() - interval '2 days'),
         ($1, 'old, link still lives', 's256', 'otp', now() - interval '2 days'),
         ($1, 'new', 's256', 'otp', now())
       returning id, code_challenge
     )
     insert into auth.one_time_tokens (user_id, token_type, token_hash, sealed_code, relates_to, flow_state_id, expires_at)
     values ($1, 'recovery', '\\x01', '', 'x', null, now() - interval '2 days'),
       ($1, 'magiclink', '\\x02', '', 'x', (select id from flow where code_challenge like '%lives'), now()),
       ($1, 'email_change', '\\x03', '', 'x', null, now() + interval '1 hour')`,
    [userId],
  );
  await testDatabase.query(
    `insert into auth.mail_requests values ('\\x01', now() - interval '2 days'), ('\\x02', now())`,
  );
  for (const statement of AUTH_SWEEPS) await database.query(statement);

  expect(await names('select code_challenge as name from auth.flow_state order by 1')).toEqual([
    'new',
    'old, link still lives',
  ]);
  expect(await names('select token_type as name from auth.one_time_tokens order by 1')).toEqual([
    'email_change',
    'magiclink',
  ]);
  expect(await names(`select encode(key, 'hex') as name from auth.mail_requests`)).toEqual(['02']);
});
