import { afterEach, describe, expect, test } from 'vitest';
import { startPortal, type TestPortal } from '#tests/support/server/portal.ts';
import { enqueue, hasFailedOnce, makeDue, settled, wasSent } from '#tests/support/services/mail-queue.ts';
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
  const running = await startPortal({ env: { SMTP_URL: smtpUrl, ...env } });
  closing.push(() => running.close());
  return running;
}

/** As an office with a certificate authority of its own sets it (docs/operations.md). */
const OWN_CA = { NODE_EXTRA_CA_CERTS: CA_FILE };
/** Reaches loopback, but is not one of its usual names, so it counts as a network. */
const NETWORK = '[::ffff:127.0.0.1]';

describe('a mail server whose certificate is vouched for', () => {
  test('gets mails over smtps, with a login', async () => {
    const server = await mailServer({ secure: true, certificate: 'server', authentication: true });
    const running = await portal(`smtps://office:p%40ss@localhost:${server.port}`, OWN_CA);
    await settled(running, await enqueue(running), wasSent);
    // The check at startup signs in, too.
    const login = { user: 'office', password: 'p@ss', secure: true };
    expect(server.logins).toEqual([login, login]);
    expect(server.received).toMatchObject([{ secure: true, user: 'office' }]);
  });

  test('gets them by STARTTLS too, and the login only after it', async () => {
    const server = await mailServer({ certificate: 'server', authentication: true });
    const running = await portal(`smtp://office:secret@127.0.0.1:${server.port}`, OWN_CA);
    await settled(running, await enqueue(running), wasSent);
    const login = { user: 'office', password: 'secret', secure: true };
    expect(server.logins).toEqual([login, login]);
    expect(server.received).toMatchObject([{ secure: true }]);
  });

  test('that does not let us in keeps the mails waiting, and they leave with the right password', async () => {
    const server = await mailServer({
      secure: true,
      certificate: 'server',
      authentication: true,
      password: 'new',
    });
    const running = await portal(`smtps://office:old@localhost:${server.port}`, OWN_CA);
    const id = await enqueue(running);
    expect(await settled(running, id, hasFailedOnce)).toMatchObject({
      status: 'pending',
      failure: 'login',
      last_error: '535 5.7.8 authentication failed',
    });
    expect(running.output()).not.toContain('maria');
    await running.stopServer();
    const again = await startPortal({
      database: running.database,
      env: { SMTP_URL: `smtps://office:new@localhost:${server.port}`, ...OWN_CA },
    });
    closing.push(() => again.close());
    await makeDue(again);
    await settled(again, id, wasSent);
    expect(server.received).toHaveLength(1);
  });
});

describe('a mail server that can’t prove who it is gets nothing, and the reason helps', () => {
  const refused = async (server: TestSmtpServer, url: string, env: Record<string, string> = {}) => {
    const running = await portal(url, env);
    const row = await settled(running, await enqueue(running), hasFailedOnce);
    expect(row).toMatchObject({ status: 'pending', attempts: 1, failure: 'untrusted' });
    expect(row.last_error).toContain('NODE_EXTRA_CA_CERTS');
    expect(server.logins).toEqual([]);
    expect(server.received).toEqual([]);
    return row.last_error;
  };

  test('nobody vouches for it: smtps', async () => {
    const server = await mailServer({ secure: true, certificate: 'server', authentication: true });
    expect(await refused(server, `smtps://office:secret@localhost:${server.port}`)).toMatch(/certificate/);
  });

  test('nobody vouches for it: STARTTLS, also without a password', async () => {
    const server = await mailServer({ certificate: 'server' });
    expect(await refused(server, `smtp://localhost:${server.port}`)).toMatch(/certificate/);
  });

  test('the certificate is another host’s', async () => {
    const server = await mailServer({ secure: true, certificate: 'elsewhere' });
    const reason = await refused(server, `smtps://localhost:${server.port}`, OWN_CA);
    expect(reason).toMatch(/altnames.*mail\.elsewhere\.example/);
  });

  test('the certificate has run out', async () => {
    const server = await mailServer({ secure: true });
    expect(await refused(server, `smtps://localhost:${server.port}`)).toMatch(/expired|self.signed/);
  });
});

describe('a connection that is not safe carries no password', () => {
  test.each([
    ['a server without STARTTLS, or somebody between who took it out', { starttls: false }],
    ['a TLS that is out of date', { certificate: 'server', newestTls: 'TLSv1.1' }],
  ] as const)('%s', async (_what, options) => {
    const server = await mailServer({ ...options, authentication: true });
    const running = await portal(`smtp://office:secret@${NETWORK}:${server.port}`, OWN_CA);
    expect(await settled(running, await enqueue(running), hasFailedOnce)).toMatchObject({
      status: 'pending',
      failure: 'insecure',
    });
    expect(server.logins).toEqual([]);
    expect(server.received).toEqual([]);
  });
});
