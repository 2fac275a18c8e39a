import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  eventually,
  freePort,
  type SharedPortal,
  sharedPortal,
  startPortal,
  type TestPortal,
} from '#tests/support/server/portal.ts';
import { enqueue, mailRow, makeDue, waitForMail } from '#tests/support/services/mail-queue.ts';
import { startSmtpServer, type TestSmtpServer } from '#tests/support/services/smtp-server.ts';

const ANY_CERTIFICATE = 'tls.rejectUnauthorized=false';
const UNKNOWN = 'unknown@mail.example';
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: Parameters<typeof startSmtpServer>[0] = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  closing.push(() => server.close());
  return server;
}

async function portal(smtpUrl?: string, env: Record<string, string> = {}): Promise<TestPortal> {
  const running = await startPortal({ env: { ...(smtpUrl ? { SMTP_URL: smtpUrl } : {}), ...env } });
  closing.push(() => running.close());
  return running;
}

describe('with SMTP_URL', () => {
  let server: TestSmtpServer;
  let running: TestPortal;
  beforeAll(async () => {
    server = await startSmtpServer({
      refuse: (to) => (to === UNKNOWN ? `550 5.1.1 <${to}>: user unknown` : undefined),
    });
    const SMTP_URL = `smtp://127.0.0.1:${server.port}?${ANY_CERTIFICATE}`;
    running = await startPortal({ env: { SMTP_URL, LOG_LEVEL: 'trace' } });
  });
  afterAll(async () => {
    await running?.close();
    await server?.close();
  });

  test('sends mails, with TLS if the server supports it', async () => {
    const id = await enqueue(running);
    await waitForMail(running, id, ({ status }) => status === 'sent');
    const own = server.received.filter(({ mail }) => mail.messageId?.includes(id));
    expect(own).toHaveLength(1);
    const [{ mail, recipients, secure } = { mail: undefined }] = own;
    expect({ recipients, secure }).toEqual({ recipients: ['maria@mail.example'], secure: true });
    expect(mail).toMatchObject({
      subject: 'Your papers, José',
      from: { name: 'Nutmeg Tax & Business Services', address: 'hello@nutmegtax.example' },
      messageId: `<${id}@nutmegtax.example>`,
      text: 'Ünï code\n',
    });
    expect(mail?.html).toContain('<p>Ünï <b>code</b></p>');
    expect(mail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
  });

  test('gives up an unknown recipient with a reason that is not logged', async () => {
    const id = await enqueue(running, { to: UNKNOWN });
    const failed = await waitForMail(running, id, ({ status }) => status === 'failed');
    expect(failed).toMatchObject({ attempts: 1 });
    expect(failed.last_error).toContain('user unknown');
    const log = await eventually(async () => running.output().includes('gave up') && running.output());
    expect(log).toContain('EENVELOPE 550');
    expect(log).not.toContain(UNKNOWN);
    expect(log).not.toContain('user unknown');
    expect(log).not.toContain('maria');
    expect(log).not.toContain('Your papers');
  });

  test('retries a busy server', { tags: ['faults-kills'] }, async () => {
    let tries = 0;
    const server = await mailServer({
      refuse: () => {
        tries += 1;
        return tries === 1 ? '450 4.2.1 come back later' : undefined;
      },
    });
    const running = await portal(`smtp://127.0.0.1:${server.port}?ignoreTLS=true`);
    const id = await enqueue(running);
    expect(await waitForMail(running, id, ({ last_error }) => last_error !== null)).toMatchObject({
      status: 'pending',
      attempts: 1,
      last_error: '450 4.2.1 come back later',
    });
    await makeDue(running);
    expect(await waitForMail(running, id, ({ status }) => status === 'sent')).toMatchObject({ attempts: 2 });
    expect(server.received).toHaveLength(1);
  });

  test('keeps mails if the server is down', { tags: ['faults-kills'] }, async () => {
    const running = await portal(`smtp://127.0.0.1:${await freePort()}`);
    const id = await enqueue(running);
    const waiting = await waitForMail(running, id, ({ last_error }) => last_error !== null);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1 });
    expect(waiting.last_error).toContain('ECONNREFUSED');
  });

  test('treats an address list or a header in the subject as text', async () => {
    const [odd, injected] = [
      await enqueue(running, { to: 'a@mail.example, b@mail.example' }),
      await enqueue(running, { subject: 'Hello\r\nBcc: victim@mail.example' }),
    ];
    await waitForMail(running, odd, ({ attempts }) => attempts > 0);
    await waitForMail(running, injected, ({ status }) => status === 'sent');
    const recipients = server.received.flatMap((mail) => mail.recipients);
    expect(recipients).not.toContain('b@mail.example');
    expect(recipients).not.toContain('victim@mail.example');
    const sent = server.received.find(({ mail }) => mail.messageId?.includes(injected));
    expect(sent?.mail.subject).toBe('Hello Bcc: victim@mail.example');
    expect(sent?.mail.bcc ?? []).toEqual([]);
  });

  test('sends a mail again with the same Message-ID after a crash', { tags: ['faults-kills'] }, async () => {
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    let first = true;
    const server = await mailServer({
      beforeAccepting: async () => {
        if (!first) return;
        first = false;
        begin();
        // Accepted, but the response is lost.
        await new Promise(() => undefined);
      },
    });
    const running = await portal(`smtp://127.0.0.1:${server.port}?ignoreTLS=true`);
    const id = await enqueue(running);
    await begun;
    await running.killAndRestart();
    expect(await mailRow(running, id)).toMatchObject({ status: 'pending', attempts: 1 });
    await makeDue(running);
    expect(await waitForMail(running, id, ({ status }) => status === 'sent')).toMatchObject({ attempts: 2 });
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([`<${id}@nutmegtax.example>`]);
  });
});

describe('without SMTP_URL', () => {
  let running: SharedPortal;
  beforeAll(async () => {
    // Fewer mails of other tests wait there.
    running = await sharedPortal('rest');
  });

  test('writes each mail to a private file', async () => {
    const id = await enqueue(running);
    await waitForMail(running, id, ({ status }) => status === 'sent');
    const folder = join(running.dataDir, 'outbox');
    const names = (await readdir(folder)).filter((name) => name.includes(id));
    expect(names).toHaveLength(1);
    const file = join(folder, names[0] ?? '');
    expect(file).toMatch(
      new RegExp(`outbox/\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\.\\d{6}Z_${id}\\.eml$`),
    );
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect(await readFile(file, 'utf8')).toContain('To: maria@mail.example');
    const mail = await running.mailTo('maria@mail.example');
    expect(mail).toMatchObject({ subject: 'Your papers, José', text: 'Ünï code\n' });
  });

  test('replaces the file of a mail that is written again', { tags: ['faults-kills'] }, async () => {
    const running = await portal();
    const id = await enqueue(running);
    await waitForMail(running, id, ({ status }) => status === 'sent');
    await running.database.query(
      `update public.email_queue set status = 'pending', next_attempt_at = now() where id = $1`,
      [id],
    );
    await waitForMail(running, id, ({ status, attempts }) => status === 'sent' && attempts === 2);
    expect(await readdir(join(running.dataDir, 'outbox'))).toHaveLength(1);
  });

  test('names files by time', { tags: ['faults-kills'] }, async () => {
    const running = await portal();
    const subjects = ['first', 'second', 'third'];
    for (const subject of subjects) await enqueue(running, { subject });
    const mails = await eventually(async () => {
      const all = await running.mails();
      return all.length === 3 && all;
    });
    expect(mails.map(({ subject }) => subject)).toEqual(subjects);
  });
});
