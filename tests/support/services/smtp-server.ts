import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail {
  recipients: string[];
  /** Whether it came over TLS. */
  secure: boolean;
  /** The user of the login. */
  user: string | undefined;
  mail: Email;
}

export interface TestSmtpServer {
  port: number;
  /** Every mail that was accepted, in order. */
  received: ReceivedMail[];
  /** All login attempts. */
  logins: { user: string | undefined; password: string | null | undefined; secure: boolean }[];
  /** Drops all connections. */
  cut(): void;
  close(): Promise<void>;
}

export interface SmtpServerOptions {
  /** By default any free port. */
  port?: number;
  /** TLS from the first byte (`smtps://`). */
  secure?: boolean;
  starttls?: boolean;
  /** A certificate of our test CA (`../certificates/`); by default a self-signed one. */
  certificate?: 'server' | 'elsewhere';
  /** The newest supported TLS version. */
  newestTls?: 'TLSv1.1';
  authentication?: boolean;
  /** The only accepted password. */
  password?: string;
  /** Delays the greeting until this resolves. */
  beforeGreeting?: () => Promise<void>;
  /** An error response to RCPT TO: "550 no such user". */
  refuse?: (address: string) => string | undefined;
  /** Called when bytes of a mail arrive. */
  atFirstBytes?: () => void;
  /** Delays the response to a mail until this resolves. A rejection is the response: "552 too large". */
  beforeAccepting?: (mail: Email) => Promise<void>;
  /** Called when the mail is accepted, before the response. */
  beforeAnswering?: (mail: Email) => Promise<void>;
}

const certificates = new URL('../certificates/', import.meta.url);
/** The test CA, for `NODE_EXTRA_CA_CERTS`. */
export const CA_FILE = fileURLToPath(new URL('ca.pem', certificates));

/** Starts a mail server on loopback. */
export async function startSmtpServer(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
  const { secure = false, starttls = true, authentication = false } = options;
  const received: ReceivedMail[] = [];
  const logins: TestSmtpServer['logins'] = [];
  const open = new Set<Socket>();
  const accept = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      options.atFirstBytes?.();
    }
    const mail = await PostalMime.parse(Buffer.concat(chunks));
    await options.beforeAccepting?.(mail);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ recipients, secure: session.secure, user: session.user as string | undefined, mail });
    await options.beforeAnswering?.(mail);
  };
  const server = new SMTPServer({
    secure,
    logger: false,
    ...tlsOf(options),
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(authentication ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onConnect: (_session, done) => {
      (options.beforeGreeting?.() ?? Promise.resolve()).then(() => done(), done);
    },
    onAuth: ({ username, password }, session, done) => {
      logins.push({ user: username, password, secure: session.secure });
      if (options.password !== undefined && password !== options.password) {
        return done(answer('535 5.7.8 authentication failed'));
      }
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = options.refuse?.(address);
      done(refusal === undefined ? null : answer(refusal));
    },
    onData: (stream, session, done) => {
      accept(stream, session).then(
        () => done(),
        (refusal) => done(refusal instanceof Error ? refusal : answer(String(refusal))),
      );
    },
  });
  // Some tests kill the client.
  server.on('error', () => undefined);
  const listening = server.listen(options.port ?? 0);
  listening.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  await once(listening, 'listening');
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    logins,
    cut,
    close: () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      cut();
      return closed;
    },
  };
}

/** A response line as an error of the library. */
function answer(line: string): Error {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
}

function tlsOf({ certificate, newestTls }: SmtpServerOptions) {
  const read = (name: string) => readFileSync(new URL(name, certificates), 'utf8');
  return {
    ...(certificate && { key: read('server.key'), cert: read(`${certificate}.pem`) }),
    // OpenSSL disables versions that old by default.
    ...(newestTls && { maxVersion: newestTls, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }),
  };
}
