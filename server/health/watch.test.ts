import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { forgetFinding, recordFinding } from '#server/verify/record.ts';
import { HealthFixture } from '#tests/support/server/health-fixture.ts';
import { eventually } from '#tests/support/waiting.ts';
import { databaseFacts } from './checks/database.ts';
import { throttleCheck } from './checks/mail.ts';

const fixture = new HealthFixture();
const damaged = { check: 'documents', key: 'a-document', kind: 'broken', what: 'It is damaged.' } as const;

test('reports a database that is down by direct mail and to ALERT_URL', async () => {
  const health = await fixture.open();
  await health.watch.round();
  fixture.disconnectDatabase();
  await health.watch.round();
  expect(await fixture.mails()).toEqual([]);
  fixture.clockOffsetMs = 2 * 60_000;
  await health.watch.round();
  await health.watch.round();
  expect(await fixture.mails()).toEqual(['Problem with the portal: Database']);
  expect(fixture.alerts).toMatchObject([{ state: 'red', light: 'database' }]);

  fixture.reconnectDatabase();
  fixture.clockOffsetMs = 0;
  // The stored times are in the future now.
  await eventually(async () => (await health.refresh()).lights[0]?.state === 'green');
  await health.watch.round();
  fixture.clockOffsetMs = 4 * 60_000;
  await health.watch.round();
  expect(await fixture.mails()).toEqual(['Problem with the portal: Database', 'Fixed: Database']);
  expect(fixture.alerts).toMatchObject([{ state: 'red' }, { state: 'green', light: 'database' }]);
});

test('sends no alert for a short problem', async () => {
  const health = await fixture.open();
  await health.watch.round();
  await recordFinding(fixture.server, damaged);
  // The next check comes sooner than usual, and finds no problem.
  const soon = await health.watch.round();
  await forgetFinding(fixture.server, damaged);
  await fixture.skipMinute();
  const usual = await health.watch.round();
  await fixture.skipMinute();
  await health.watch.round();
  expect(soon).toBeLessThan(usual);
  expect(await fixture.database.query('select from public.email_queue')).toEqual([]);
  expect(fixture.alerts).toEqual([]);
});

test('posts to ALERT_URL once it is reachable again', async () => {
  const health = await fixture.open();
  await recordFinding(fixture.server, damaged);
  await health.watch.round();
  await fixture.skipMinute();
  fixture.rejections = 3;
  await health.watch.round();
  expect(fixture.rejections).toBe(0);
  expect(fixture.alerts).toEqual([]);
  await health.watch.round();
  await health.watch.round();
  expect(fixture.alerts).toHaveLength(1);
});

test('one of two servers watches, and the other takes over when it stops', async () => {
  const [first, second] = [await fixture.open(), await fixture.open()];
  await first.watch.round();
  await second.watch.round();
  const before = await fixture.database.query<{ server_id: string }>(
    'select server_id from nutmeg.health_watch',
  );
  expect(await fixture.lightOf(first, 'servers')).toMatchObject({ says: 'One server runs version 1.0.0.' });
  await first.watch.round();
  expect(await fixture.lightOf(first, 'servers')).toMatchObject({ says: '2 servers run version 1.0.0.' });
  await first.stop();
  await second.watch.round();
  const after = await fixture.database.query<{ server_id: string }>(
    'select server_id from nutmeg.health_watch',
  );
  expect(after).not.toEqual(before);
  expect(await fixture.lightOf(second, 'servers')).toMatchObject({ says: 'One server runs version 1.0.0.' });
});

test('reports servers with different versions, and full disks by server name', async () => {
  await fixture.database.query(
    `insert into nutmeg.servers (id, name, version, rooms) values (gen_random_uuid(), 'web2', '0.9.0',
       '[{"holds": "data", "free": 1000, "total": 1000000000}]')`,
  );
  const health = await fixture.open();
  await health.watch.round();
  expect(await fixture.lightOf(health, 'servers')).toMatchObject({
    state: 'yellow',
    says: 'The servers run different versions: 0.9.0, 1.0.0.',
  });
  expect(await fixture.lightOf(health, 'disk')).toMatchObject({
    state: 'red',
    says: 'The disk of web2 with the data has 0 MB free (0 %).',
  });
});

test('detects a read-only database', async () => {
  const url = new URL(fixture.database.url);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const database = openDatabase({ url: url.href, onIdleError: () => undefined });
  fixture.closing.push(() => database.close());
  expect(await databaseFacts(database)).toMatchObject({ answers: true, writes: false });
});

test('checks the mail server every 15 minutes, and twice after a change', async () => {
  let asked = 0;
  let at = 0;
  let problem: string | undefined;
  const paced = throttleCheck(
    async () => {
      asked += 1;
      return problem;
    },
    () => at,
  );
  const ask = async (times: number) => {
    for (let count = 0; count < times; count += 1) await paced.check();
    return asked;
  };
  expect(await ask(5)).toBe(2);
  at += 15 * 60_000;
  problem = 'down';
  expect(await ask(5)).toBe(4);
  expect(await paced.check()).toBe('down');
  paced.forget();
  problem = undefined;
  expect(await paced.check()).toBeUndefined();
  expect(asked).toBe(5);
});
