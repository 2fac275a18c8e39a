import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { databaseForFile, emptyTables } from '#tests/support/test-database.ts';

/** The facts as SQL functions, triggers and policies read them (0007_office_settings.sql). */
const testDatabase = databaseForFile();
let opened: Database[];
beforeEach(() => {
  opened = [];
});
afterEach(async () => {
  for (const database of opened) await database.close();
  await emptyTables(testDatabase, 'public.office_settings', 'public.appointments', 'public.email_queue');
});

function connect(staffInbox?: string): Database {
  const database = openDatabase({
    url: testDatabase.url,
    captcha: 'off',
    ...(staffInbox !== undefined && { staffInbox }),
    onIdleError: () => undefined,
  });
  opened.push(database);
  return database;
}

const store = (version: number, change: object) =>
  testDatabase.query(`insert into public.office_settings (version, source, facts) values ($1, 'page', $2)`, [
    version,
    JSON.stringify({ ...demoOffice, ...change }),
  ]);

const READ = `select nutmeg.office_zone() as zone, nutmeg.slot_length()::text as slot, nutmeg.calendar_seats() as seats,
  nutmeg.client_quota()::float8 as room`;

test('a command works without any', async () => {
  const { rows } = await connect().query(READ);
  expect(rows).toEqual([{ zone: 'UTC', slot: '00:30:00', seats: 1, room: null }]);
});

test('the newest facts count', async () => {
  const { calendar } = demoOffice;
  await store(1, {});
  await store(2, {
    timeZone: 'Asia/Tokyo',
    calendar: { ...calendar, slotMinutes: 20, capacity: 4 },
    limits: { bytesPerClient: 7_000_000_000 },
  });
  const { rows } = await connect().query(READ);
  expect(rows).toEqual([{ zone: 'Asia/Tokyo', slot: '00:20:00', seats: 4, room: 7_000_000_000 }]);
});

test.each([
  ['a command causes no mail', undefined, null],
  ['a server uses the inbox of the facts', 'facts', demoOffice.contact.staffInbox],
  ['a server uses STAFF_INBOX', 'desk@example.com', 'desk@example.com'],
])('%s', async (_name, told, inbox) => {
  await store(1, {});
  const { rows } = await connect(told).query('select nutmeg.staff_inbox() as inbox');
  expect(rows).toEqual([{ inbox }]);
});

test('a visitor’s notice to an inbox that the office published before reaches its present one', async () => {
  await store(1, {});
  await store(2, { contact: { ...demoOffice.contact, staffInbox: 'new@example.com' } });
  const database = connect('facts');
  const tell = (to: string) =>
    database.asOwner(async (tx) => {
      await tx.query('set local role anon');
      await tx.query(
        `insert into public.email_queue (to_email, subject, body, email_type, status)
         values ($1, 'New Appointment Booked: X', 'b', 'appointment', 'pending')`,
        [to],
      );
    });
  await tell(demoOffice.contact.staffInbox);
  expect(await testDatabase.query('select to_email from public.email_queue')).toEqual([
    { to_email: 'new@example.com' },
  ]);
  await expect(tell('stranger@example.com')).rejects.toThrow('row-level security');
});
