/** @module-tag faults-operate */
import { afterEach, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { enqueue, hasFailedOnce, makeDue, waitForMail, wasSent } from '#tests/support/services/mail-queue.ts';
import {
  CA_FILE,
  type SmtpServerOptions,
  startSmtpServer,
  type TestSmtpServer,
} from '#tests/support/services/smtp-server.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function mailServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const server = await startSmtpServer(options);
  closing.push(() => server.close());
  return server;
}

async function portal(smtpUrl: string, env: Record<string, string> = {}): Promise<TestPortal> {
  const running = await startPortal({ ownProcess: true, env: { SMTP_URL: smtpUrl, ...env } });
  closing.push(() => running.close());
  return running;
}

/** The setting for a private certificate authority (docs/operations.md). */
const OWN_CA = { NODE_EXTRA_CA_CERTS: CA_FILE };
/** Resolves to loopback, but is not a usual name for it, so it counts as another host. */
const NETWORK = '[::ffff:127.0.0.1]';

describe('a mail server with a valid certificate', () => {
  test('gets mails with smtps and a login', async () => {
    const server = await mailServer({ secure: true, certificate: 'server', authentication: true });
    const running = await portal(`smtps://office:p%40ss@localhost:${server.port}`, OWN_CA);
    await waitForMail(running, await enqueue(running), wasSent);
    // The check at the start logs in too.
    const login = { user: 'office', password: 'p@ss', secure: true };
    expect(server.logins).toEqual([login, login]);
    expect(server.received).toMatchObject([{ secure: true, user: 'office' }]);
  });

  test('gets mails with STARTTLS, and the login after it', async () => {
    const server = await mailServer({ certificate: 'server', authentication: true });
    const running = await portal(`smtp://office:secret@127.0.0.1:${server.port}`, OWN_CA);
    await waitForMail(running, await enqueue(running), wasSent);
    const login = { user: 'office', password: 'secret', secure: true };
    expect(server.logins).toEqual([login, login]);
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  test('keeps mails queued until the password is right', async () => {
    const server = await mailServer({
      secure: true,
      certificate: 'server',
      authentication: true,
      password: 'new',
    });
    const running = await portal(`smtps://office:old@localhost:${server.port}`, OWN_CA);
    const id = await enqueue(running);
    expect(await waitForMail(running, id, hasFailedOnce)).toMatchObject({
      status: 'pending',
      failure: 'login',
      last_error: '535 5.7.8 authentication failed',
    });
    expect(running.output()).not.toContain('maria');
    await running.stopServer();
    const again = await startPortal({
      ownProcess: true,
      database: running.database,
      env: { SMTP_URL: `smtps://office:new@localhost:${server.port}`, ...OWN_CA },
    });
    closing.push(() => again.close());
    await makeDue(again);
    await waitForMail(again, id, wasSent);
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail server without a valid certificate gets no mails', () => {
  const refused = async (server: TestSmtpServer, url: string, env: Record<string, string> = {}) => {
    const running = await portal(url, env);
    const row = await waitForMail(running, await enqueue(running), hasFailedOnce);
    expect(row).toMatchObject({ status: 'pending', attempts: 1, failure: 'untrusted' });
    expect(row.last_error).toContain('NODE_EXTRA_CA_CERTS');
    expect(server.logins).toEqual([]);
    expect(server.received).toEqual([]);
    return row.last_error;
  };

  test('self-signed, smtps', async () => {
    const server = await mailServer({ secure: true, certificate: 'server', authentication: true });
    expect(await refused(server, `smtps://office:secret@localhost:${server.port}`)).toMatch(/certificate/);
  });

  test('self-signed, STARTTLS, even without a password', async () => {
    const server = await mailServer({ certificate: 'server' });
    expect(await refused(server, `smtp://localhost:${server.port}`)).toMatch(/certificate/);
  });

  test('certificate of another host', async () => {
    const server = await mailServer({ secure: true, certificate: 'elsewhere' });
    const reason = await refused(server, `smtps://localhost:${server.port}`, OWN_CA);
    expect(reason).toMatch(/altnames.*mail\.elsewhere\.example/);
  });

  test('expired certificate', async () => {
    const server = await mailServer({ secure: true });
    expect(await refused(server, `smtps://localhost:${server.port}`)).toMatch(/expired|self.signed/);
  });
});

describe('an insecure connection', () => {
  test.each([
    ['a server without STARTTLS, or an attacker between who removed it', { starttls: false }],
    ['an outdated version of TLS', { certificate: 'server', newestTls: 'TLSv1.1' }],
  ] as const)('%s', async (_what, options) => {
    const server = await mailServer({ ...options, authentication: true });
    const running = await portal(`smtp://office:secret@${NETWORK}:${server.port}`, OWN_CA);
    expect(await waitForMail(running, await enqueue(running), hasFailedOnce)).toMatchObject({
      status: 'pending',
      failure: 'insecure',
    });
    expect(server.logins).toEqual([]);
    expect(server.received).toEqual([]);
  });
});
