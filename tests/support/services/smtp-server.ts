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
  /** Who had logged in. */
  user: string | undefined;
  mail: Email;
}

export interface TestSmtpServer {
  port: number;
  /** Every mail that was accepted, in order. */
  received: ReceivedMail[];
  /** Every login that was tried, with what it showed. */
  logins: { user: string | undefined; password: string | null | undefined; secure: boolean }[];
  /** All connections end at once, without a word. */
  cut(): void;
  close(): Promise<void>;
}

export interface SmtpServerOptions {
  /** Any free one, if it is not to be the one of a server before. */
  port?: number;
  /** TLS from the first byte (`smtps://`). */
  secure?: boolean;
  starttls?: boolean;
  /** Of ours (`../certificates/`); without one, one that nobody vouches for. */
  certificate?: 'server' | 'elsewhere';
  /** Speaks no TLS that is newer than this. */
  newestTls?: 'TLSv1.1';
  authentication?: boolean;
  /** The only password that is let in. */
  password?: string;
  /** Holds the greeting back until this resolves. */
  beforeGreeting?: () => Promise<void>;
  /** An answer other than 250 to RCPT TO: "550 no such user". */
  refuse?: (address: string) => string | undefined;
  /** As soon as the first bytes of a mail are here. */
  atFirstBytes?: () => void;
  /** Holds the answer to a mail back until this resolves. What it rejects with is the answer: "552 too large". */
  beforeAccepting?: (mail: Email) => Promise<void>;
  /** The mail is accepted, its sender does not know it yet. */
  beforeAnswering?: (mail: Email) => Promise<void>;
}

const certificates = new URL('../certificates/', import.meta.url);
/** What vouches for our certificates, for `NODE_EXTRA_CA_CERTS`. */
export const CA_FILE = fileURLToPath(new URL('ca.pem', certificates));

/** A mail server of our own on loopback. */
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
  // A client that is killed in the middle is part of some tests.
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

/** "550 5.1.1 no such user" as the library wants it. */
function answer(line: string): Error {
  return Object.assign(new Error(line.slice(4)), { responseCode: Number(line.slice(0, 3)) });
}

function tlsOf({ certificate, newestTls }: SmtpServerOptions) {
  const read = (name: string) => readFileSync(new URL(name, certificates), 'utf8');
  return {
    ...(certificate && { key: read('server.key'), cert: read(`${certificate}.pem`) }),
    // OpenSSL itself speaks nothing as old as that unless it is told to.
    ...(newestTls && { maxVersion: newestTls, minVersion: 'TLSv1' as const, ciphers: 'DEFAULT@SECLEVEL=0' }),
  };
}
