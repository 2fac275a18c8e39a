import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { backupNameAt } from '#server/operate/backup/manifest.ts';
import { recordEnd, recordProblem, recordStart, recordVerify } from '#server/operate/backup/records.ts';
import { forgetFinding, recordFinding } from '#server/operate/verify/record.ts';
import { certificate, HealthFixture } from '#tests/support/server/health-fixture.ts';
import { startSmtpServer } from '#tests/support/services/smtp-server.ts';

const fixture = new HealthFixture();

test('a store that can’t be written to', async () => {
  const files = join(fixture.folder, 'files');
  const aside = join(fixture.folder, 'files-aside');
  await mkdir(files, { recursive: true });
  await fixture.expectAlerts(await fixture.open(), {
    light: 'store',
    name: 'Documents',
    says: 'isn’t responding',
    breakIt: async () => {
      await rename(files, aside);
      await writeFile(files, 'not a folder');
    },
    repair: async () => {
      await rm(files);
      await rename(aside, files);
    },
  });
});

const mount = (where: string, ...options: string[]) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'tmpfs', where], { stdio: 'ignore' });
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mayMount();
function mayMount(): boolean {
  try {
    mount('/mnt', 'size=1m');
    execFileSync('umount', ['-l', '/mnt']);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(!canMount)('a disk without room (root and mount)', async () => {
  const disk = join(fixture.folder, 'disk');
  await mkdir(disk);
  mount(disk, 'size=60g');
  fixture.closing.push(async () => execFileSync('umount', ['-l', disk]));
  await fixture.expectAlerts(await fixture.open({ dataDir: disk }), {
    light: 'disk',
    name: 'Disk space',
    says: 'has 1.4 GB free',
    breakIt: () => mount(disk, 'remount', 'size=1500m'),
    repair: () => mount(disk, 'remount', 'size=60g'),
  });
});

test('a clock that is wrong', async () => {
  await fixture.expectAlerts(await fixture.open(), {
    light: 'clock',
    name: 'Clock',
    says: 'are 5 minutes apart',
    breakIt: () => {
      fixture.clockOffsetMs = 5 * 60_000;
    },
    repair: () => {
      fixture.clockOffsetMs = 0;
    },
  });
});

test('a certificate that has expired', async () => {
  const health = await fixture.open();
  await fixture.expectAlerts(health, {
    light: 'certificate',
    name: 'Site certificate',
    says: 'its certificate isn’t valid',
    breakIt: () => fixture.site.setSecureContext(certificate('expired')),
    repair: () => fixture.site.setSecureContext(certificate('server')),
  });
});

test('a certificate of another host, and its technical reason', async () => {
  fixture.site.setSecureContext(certificate('elsewhere'));
  fixture.closing.push(async () => fixture.site.setSecureContext(certificate('server')));
  const health = await fixture.open();
  await health.refresh();
  expect(await fixture.lightOf(health, 'certificate')).toMatchObject({
    state: 'red',
    detail: expect.stringContaining('ALTNAME'),
  });
});

const PLACE = 'file:///backups';

async function recordGoodBackup(daysAgo: number): Promise<void> {
  const endedAt = new Date(Date.now() - daysAgo * 24 * 60 * 60_000);
  const backup = { name: backupNameAt(endedAt), place: PLACE };
  await recordStart(fixture.server, { ...backup, scheduled: true });
  const copied = { count: 1, bytes: 1000 };
  const manifest = { name: backup.name, endedAt: endedAt.toISOString(), documents: { count: 1 } };
  await recordEnd(fixture.server, PLACE, { manifest, bytes: 1000, copied });
  await recordVerify(fixture.server, { ...backup, problem: undefined });
}

test('backups that no longer happen', async () => {
  await fixture.expectAlerts(await fixture.open(), {
    light: 'backup',
    name: 'Backup',
    says: 'The last good backup is 3 days old.',
    breakIt: () => recordGoodBackup(3),
    repair: () => recordGoodBackup(0),
  });
});

test('a first backup that fails', async () => {
  const backup = { name: backupNameAt(new Date(Date.now() - 60_000)), place: PLACE };
  await fixture.expectAlerts(await fixture.open(), {
    light: 'backup',
    name: 'Backup',
    says: 'There’s no good backup.',
    breakIt: async () => {
      await recordStart(fixture.server, { ...backup, scheduled: true });
      await recordProblem(fixture.server, { ...backup, problem: 'No space is left.' });
    },
    repair: () => recordGoodBackup(0),
  });
});

test('a damaged document', async () => {
  const finding = { check: 'documents', key: 'a-document', kind: 'broken' } as const;
  await fixture.expectAlerts(await fixture.open(), {
    light: 'scrub',
    name: 'Document check',
    says: 'A document is damaged or missing.',
    breakIt: () => recordFinding(fixture.server, { ...finding, what: 'It is damaged.', path: 'a/W-2.pdf' }),
    repair: () => forgetFinding(fixture.server, finding),
  });
});

test('staff without a second factor, on a public site that does not require one', async () => {
  const health = await fixture.open({ staffMfa: 'optional' });
  await fixture.expectAlerts(health, {
    light: 'staff_factor',
    name: 'Two-step login for staff',
    says: '1 staff member has no authenticator app',
    breakIt: async () => {
      await fixture.database.query(
        `insert into auth.users (email, email_confirmed_at, raw_user_meta_data)
         values ('sam@example.com', now(), '{"first_name": "Sam", "last_name": "Reed"}')`,
      );
      await fixture.database.query(
        `update public.user_profiles set role = 'admin' where email = 'sam@example.com'`,
      );
    },
    repair: () =>
      fixture.database.query(
        `insert into auth.mfa_factors (user_id, factor_type, status, sealed_secret)
         select id, 'totp', 'verified', '\\x00' from auth.users where email = 'sam@example.com'`,
      ),
  });
});

test('a flood of failed sign-ins', async () => {
  await fixture.expectAlerts(await fixture.open(), {
    light: 'sign_ins',
    name: 'Failed logins',
    says: '600 logins failed in the last day',
    breakIt: () =>
      fixture.database.query(
        `insert into public.audit_log (action) select 'auth.sign_in_failed' from generate_series(1, 600)`,
      ),
    // Two days pass.
    repair: async () => {
      await fixture.database.query('alter table public.audit_log disable trigger user');
      await fixture.database.query(`update public.audit_log set at = at - interval '2 days'`);
      await fixture.database.query('alter table public.audit_log enable trigger user');
    },
  });
});

describe('mail', () => {
  test('while the mail server is down, posts to ALERT_URL at once, and mails the office when it is back', async () => {
    let server = await startSmtpServer();
    fixture.closing.push(() => server.close());
    const health = await fixture.open({ smtpUrl: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` });
    await fixture.round(health);
    expect(await fixture.lightOf(health, 'mail')).toMatchObject({ state: 'green' });

    await server.close();
    await health.refresh();
    expect(await fixture.lightOf(health, 'mail')).toMatchObject({
      state: 'red',
      detail: expect.stringContaining('ECONNREFUSED'),
    });
    await fixture.skipMinute();
    await fixture.round(health);
    expect(fixture.alerts).toMatchObject([{ state: 'red', light: 'mail' }]);
    // Only the office sees the technical reason.
    expect(JSON.stringify(fixture.alerts)).not.toContain('ECONNREFUSED');
    const failed = () =>
      fixture.database.query(
        `select id from public.email_queue where status = 'pending' and failure = 'unreachable'`,
      );
    await expect.poll(failed).toHaveLength(1);

    server = await startSmtpServer({ port: server.port });
    await health.refresh();
    await fixture.skipMinute();
    await fixture.round(health);
    expect(fixture.alerts).toMatchObject([{ state: 'red' }, { state: 'green', light: 'mail' }]);
    // Resend only the mail that failed. The worker may have leased the other one, and would send it twice.
    await fixture.database.query(
      `update public.email_queue set next_attempt_at = now() where status = 'pending' and failure is not null`,
    );
    await fixture.database.query('notify email_queue');
    await expect
      .poll(() => server.received.map(({ mail }) => mail.subject).toSorted())
      .toEqual(['Fixed: Email', 'Problem with the portal: Email']);
  });

  test('a mail that waits for hours while the mail server works', async () => {
    // Postponed for its mailbox, or deferred by the recipient's server: not our problem.
    const mail = (attempts: number, triedAt: string | null, next: string) =>
      fixture.database.query(
        `insert into public.email_queue (to_email, subject, body, email_type, attempts, tried_at, next_attempt_at, created_at)
         values ('a@example.com', '', '', 'test', $1, $2, now() + $3::interval, now() - interval '3 hours')`,
        [attempts, triedAt, next],
      );
    await mail(0, null, '2 hours');
    await mail(4, new Date().toISOString(), '2 hours');
    const health = await fixture.open();
    await health.refresh();
    expect((await fixture.lightOf(health, 'mail'))?.state).toBe('yellow');
    await mail(4, null, '2 hours');
    await health.refresh();
    expect(await fixture.lightOf(health, 'mail')).toMatchObject({
      state: 'red',
      says: 'The oldest email has been waiting for 3 hours.',
    });
  });

  test('a day on which all mails fail', async () => {
    await fixture.database.query(
      `insert into public.email_queue (to_email, subject, body, email_type, status, failed_at, failure)
       select 'a@example.com', '', '', 'test', 'failed', now(), 'refused' from generate_series(1, 11)`,
    );
    const health = await fixture.open();
    await health.refresh();
    expect(await fixture.lightOf(health, 'mail')).toMatchObject({
      state: 'red',
      says: '11 emails failed in the last day, and only 0 were sent.',
    });
  });
});
