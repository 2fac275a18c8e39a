import { expect, test } from 'vitest';
import { openDatabase } from '#server/database/database.ts';
import { forgetFinding, recordFinding } from '#server/operate/verify/record.ts';
import { HealthFixture } from '#tests/support/server/health-fixture.ts';
import { eventually } from '#tests/support/waiting.ts';
import { databaseFacts } from './facts/machine.ts';
import { throttleCheck } from './facts/mail.ts';

const fixture = new HealthFixture();
const damaged = { check: 'documents', key: 'a-document', kind: 'broken', what: 'It is damaged.' } as const;

test('reports a database that is down by direct mail and to ALERT_URL', async () => {
  const health = await fixture.open();
  await fixture.round(health);
  fixture.disconnectDatabase();
  await fixture.round(health);
  expect(await fixture.mails()).toEqual([]);
  fixture.clockOffsetMs = 2 * 60_000;
  await fixture.round(health);
  await fixture.round(health);
  expect(await fixture.mails()).toEqual(['Problem with the portal: Database']);
  expect(fixture.alerts).toMatchObject([{ state: 'red', light: 'database' }]);

  fixture.reconnectDatabase();
  fixture.clockOffsetMs = 0;
  // The stored times are in the future now.
  await eventually(async () => (await health.refresh()).lights[0]?.state === 'green');
  await fixture.round(health);
  fixture.clockOffsetMs = 4 * 60_000;
  await fixture.round(health);
  expect(await fixture.mails()).toEqual(['Problem with the portal: Database', 'Fixed: Database']);
  expect(fixture.alerts).toMatchObject([{ state: 'red' }, { state: 'green', light: 'database' }]);
});

test('sends no alert for a short problem', async () => {
  const health = await fixture.open();
  await fixture.round(health);
  await recordFinding(fixture.server, damaged);
  await fixture.round(health);
  await forgetFinding(fixture.server, damaged);
  for (const _again of [1, 2]) {
    await fixture.skipMinute();
    await fixture.round(health);
  }
  expect(await fixture.database.query('select from public.email_queue')).toEqual([]);
  expect(fixture.alerts).toEqual([]);
});

test('checks every three minutes, and a minute after a change', async () => {
  const health = await fixture.open();
  await fixture.round(health);
  const checksAfter = async (seconds: number) => {
    const before = await health.last();
    await fixture.database.query(
      'update nutmeg.health_watch set round_at = now() - make_interval(secs => $1)',
      [seconds],
    );
    await health.round();
    return (await health.last()).lookedAt > before.lookedAt;
  };
  // A disk of this machine that is nearly full is no change.
  const settle = () => fixture.database.query(`update nutmeg.health_states set mailed = (state = 'red')`);
  await settle();
  expect([await checksAfter(60), await checksAfter(180)]).toEqual([false, true]);
  await settle();
  await recordFinding(fixture.server, damaged);
  expect([await checksAfter(60), await checksAfter(180)]).toEqual([false, true]);
  expect([await checksAfter(30), await checksAfter(60)]).toEqual([false, true]);
  await settle();
  // The clock was ahead by a day. A new round is due at once, and only once.
  expect([await checksAfter(-86_400), await checksAfter(30)]).toEqual([true, false]);
});

test('checks again if another release has stored a code without words', async () => {
  const health = await fixture.open();
  await health.refresh();
  const { lookedAt } = await health.last();
  expect((await health.last()).lookedAt).toEqual(lookedAt);
  await fixture.database.query(`update nutmeg.health_states set code = 'disk_square' where light = 'disk'`);
  expect((await health.last()).lookedAt).not.toEqual(lookedAt);
  expect((await fixture.lightOf(health, 'disk'))?.says).toContain('free');
});

test('posts to ALERT_URL once it is reachable again', async () => {
  const health = await fixture.open();
  await recordFinding(fixture.server, damaged);
  await fixture.round(health);
  await fixture.skipMinute();
  fixture.rejections = 3;
  await fixture.round(health);
  expect(fixture.rejections).toBe(0);
  expect(fixture.alerts).toEqual([]);
  await fixture.round(health);
  await fixture.round(health);
  expect(fixture.alerts).toHaveLength(1);
});

test('of two servers, one runs each round', async () => {
  const [first, second] = [await fixture.open(), await fixture.open()];
  await fixture.round(first);
  const { lookedAt } = await first.last();
  await second.report();
  await second.round();
  expect((await second.last()).lookedAt).toEqual(lookedAt);
  expect(await fixture.lightOf(first, 'servers')).toMatchObject({ says: 'One server runs version 1.0.0.' });
  await fixture.round(second);
  expect(await fixture.lightOf(first, 'servers')).toMatchObject({ says: '2 servers run version 1.0.0.' });
  await first.stop();
  await fixture.round(second);
  expect(await fixture.lightOf(second, 'servers')).toMatchObject({ says: 'One server runs version 1.0.0.' });
});

test('reports servers with different versions, and full disks by server name', async () => {
  await fixture.database.query(
    `insert into nutmeg.servers (id, name, version, rooms) values (gen_random_uuid(), 'web2', '0.9.0',
       '[{"holds": "data", "free": 1000, "total": 1000000000}]')`,
  );
  const health = await fixture.open();
  await fixture.round(health);
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
