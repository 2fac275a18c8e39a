import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { demoOffice } from '#domain/business/demo-office.ts';
import type { Light, LightId } from '#domain/health/lights.ts';
import { lightFor } from '#domain/health/words.ts';
import { type Database, openDatabase } from '#server/database/database.ts';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { createLetterRenderer } from '#server/mail/letters/case-letters.ts';
import { startMailWorker } from '#server/mail/queue/worker.ts';
import { createTransport } from '#server/mail/transport/create-transport.ts';
import { fixedOffice } from '#server/office/office.ts';
import { createHealth, type Health } from '#server/operate/health/health.ts';
import { createFileStore } from '#server/storage/blobs/stores/file-store.ts';
import { readOutbox } from '../services/outbox.ts';
import { createTestDatabase, overTcp, type TestDatabase } from '../test-database.ts';
import { eventually } from '../waiting.ts';

const OFFICE_INBOX = 'office@example.com';

export const certificate = (name: string) => ({
  key: readFileSync(new URL('../certificates/server.key', import.meta.url), 'utf8'),
  cert: readFileSync(new URL(`../certificates/${name}.pem`, import.meta.url), 'utf8'),
});

interface Settings {
  dataDir?: string;
  smtpUrl?: string;
  staffMfa?: 'required' | 'optional';
}

export interface Failure {
  light: LightId;
  name: string;
  says: string;
  breakIt(): Promise<unknown> | unknown;
  repair(): Promise<unknown> | unknown;
}

const port = (server: Server) => (server.address() as AddressInfo).port;

/** Health checks with a real database, mail worker, store, site and alert URL, each of which can be broken. One per file. */
export class HealthFixture {
  database!: TestDatabase;
  /** The same database, through the server's own pool. Open a portal first. */
  server!: Database;
  folder = '';
  /** Added to this server's clock, in milliseconds. */
  clockOffsetMs = 0;
  /** The alerts that were posted, and how many posts to reject first. */
  alerts: Record<string, string>[] = [];
  rejections = 0;
  /** The server at the site's URL. */
  readonly site = createHttpsServer(certificate('server'), (_request, response) => response.end());
  readonly closing: (() => Promise<unknown>)[] = [];
  readonly #trusted = tls.getCACertificates('default');
  readonly #sockets = new Set<Socket>();
  #isCut = false;
  readonly #line = createServer((client) => this.#pass(client));
  readonly #outside = createHttpServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const isRefused = this.rejections > 0;
    if (isRefused) this.rejections -= 1;
    else this.alerts.push(JSON.parse(body));
    response.writeHead(isRefused ? 500 : 200).end();
  });

  constructor() {
    beforeAll(async () => {
      tls.setDefaultCACertificates([...this.#trusted, certificate('ca').cert, certificate('expired').cert]);
      this.database = await createTestDatabase();
      for (const server of [this.#line, this.site, this.#outside]) {
        await once(server.listen(0, '127.0.0.1'), 'listening');
      }
    });
    afterAll(async () => {
      tls.setDefaultCACertificates(this.#trusted);
      for (const server of [this.#line, this.site, this.#outside]) server.close();
      this.disconnectDatabase();
      await this.database.drop();
    });
    beforeEach(async () => {
      this.folder = await mkdtemp(join(tmpdir(), 'nutmeg-lights-'));
      Object.assign(this, { alerts: [], rejections: 0, clockOffsetMs: 0 });
      this.#isCut = false;
      this.site.setSecureContext(certificate('server'));
      await this.database.query(
        'truncate nutmeg.health_states, nutmeg.servers, nutmeg.backups, nutmeg.findings, public.email_queue',
      );
    });
    afterEach(async () => {
      for (const close of this.closing.splice(0).reverse()) await close();
      await rm(this.folder, { recursive: true, force: true });
    });
  }

  async open({ dataDir = this.folder, smtpUrl, staffMfa = 'required' }: Settings = {}): Promise<Health> {
    const log = pino({ level: 'silent' });
    const office = fixedOffice(demoOffice);
    const url = new URL(this.database.url);
    url.host = `127.0.0.1:${port(this.#line)}`;
    const database = openDatabase({
      url: url.href,
      staffInbox: OFFICE_INBOX,
      onIdleError: () => undefined,
    });
    this.server = database;
    this.closing.push(() => database.close());
    const sender = () => ({ name: demoOffice.name, contact: { email: 'portal@example.com' } });
    const { transport } = createTransport({ smtpUrl, dataDir: this.folder }, sender);
    const siteUrl = `https://localhost:${port(this.site)}`;
    const renderLetter = createLetterRenderer({
      office,
      siteUrl,
      ticketOf: () => '',
      pauseTicketOf: () => '',
      readers: await loadReaders(),
    });
    const worker = await startMailWorker({ database, transport, renderLetter, log });
    this.closing.push(() => worker.stop());
    const health = createHealth({
      config: {
        dataDir,
        storageUrl: undefined,
        siteUrl,
        staffMfa,
        smtpUrl,
        backup: {},
        alertUrl: `http://127.0.0.1:${port(this.#outside)}/alerts?token=1`,
        staffInbox: OFFICE_INBOX,
      },
      office,
      version: '1.0.0',
      database,
      store: createFileStore(join(dataDir, 'files')),
      transport,
      fingerprint: undefined,
      log,
      now: () => Date.now() + this.clockOffsetMs,
    });
    this.closing.push(() => health.stop());
    return health;
  }

  /** Closes all connections to the database and rejects new ones. */
  disconnectDatabase(): void {
    this.#isCut = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  reconnectDatabase(): void {
    this.#isCut = false;
  }

  async lightOf(health: Health, id: LightId): Promise<Light | undefined> {
    const found = (await health.last()).lights.find((light) => light.id === id);
    return found && lightFor(englishReader.t, found);
  }

  /** A round of checks, as if it were time for it. */
  async round(health: Health): Promise<void> {
    await this.database.query(`update nutmeg.health_watch set round_at = '-infinity'`);
    // Rejects without a database.
    await health.report().catch(() => undefined);
    await health.round();
  }

  /** The subjects of all mails, oldest first. */
  async mails(): Promise<(string | undefined)[]> {
    return (await readOutbox(join(this.folder, 'outbox'))).map(({ subject }) => subject);
  }

  /** Moves the last check two minutes into the past. */
  async skipMinute(): Promise<void> {
    await this.database.query(`update nutmeg.health_states set since = since - interval '2 minutes'`);
  }

  /** Expects one mail and alert for the failure, and one for the repair. */
  async expectAlerts(health: Health, { light, name, says, breakIt, repair }: Failure): Promise<void> {
    const stateNow = async () => (await this.lightOf(health, light))?.state;
    const runThreeRounds = async () => {
      await this.round(health);
      for (const _again of [1, 2]) {
        await this.skipMinute();
        await this.round(health);
      }
    };
    await this.round(health);
    expect(await stateNow()).not.toBe('red');

    await breakIt();
    await this.round(health);
    expect(await this.lightOf(health, light)).toMatchObject({
      state: 'red',
      says: expect.stringContaining(says),
      todo: expect.any(String),
    });
    expect(await this.mails()).toEqual([]);
    await runThreeRounds();
    const red = `Problem with the portal: ${name}`;
    await eventually(async () => (await this.mails()).includes(red));
    const [mail] = await readOutbox(join(this.folder, 'outbox'));
    expect(mail?.to).toMatchObject([{ address: OFFICE_INBOX }]);
    expect(mail?.text).toContain(says);
    expect(mail?.text).toContain('/manage/office/health');
    expect(this.alerts).toMatchObject([{ state: 'red', light, message: expect.stringContaining(says) }]);

    await repair();
    await runThreeRounds();
    expect(await stateNow()).not.toBe('red');
    await eventually(async () => (await this.mails()).includes(`Fixed: ${name}`));
    expect(await this.mails()).toEqual([red, `Fixed: ${name}`]);
    expect(this.alerts).toMatchObject([{ state: 'red' }, { state: 'green', light }]);
  }

  #pass(client: Socket): void {
    if (this.#isCut) return void client.destroy();
    const { port: target, hostname } = overTcp(this.database.url);
    const upstream = connect(Number(target), hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.#sockets.add(from);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
      from.pipe(to);
    }
  }
}
