import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
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
  close(): Promise<void>;
}

interface Options {
  /** TLS from the first byte (`smtps://`). */
  secure?: boolean;
  starttls?: boolean;
  authentication?: boolean;
  /** An answer other than 250 to RCPT TO: "550 no such user". */
  refuse?: (address: string) => string | undefined;
  /** Holds the answer to a mail back until this resolves. */
  beforeAccepting?: (mail: Email) => Promise<void>;
}

/** A mail server of our own on loopback. Its certificate is a published one, good for tests only. */
export async function startSmtpServer(options: Options = {}): Promise<TestSmtpServer> {
  const { secure = false, starttls = true, authentication = false, refuse, beforeAccepting } = options;
  const received: ReceivedMail[] = [];
  const logins: TestSmtpServer['logins'] = [];
  const accept = async (stream: SMTPServerDataStream, session: SMTPServerSession) => {
    const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()));
    await beforeAccepting?.(mail);
    const recipients = session.envelope.rcptTo.map(({ address }) => address);
    received.push({ recipients, secure: session.secure, user: session.user as string | undefined, mail });
  };
  const server = new SMTPServer({
    secure,
    logger: false,
    disabledCommands: [...(starttls ? [] : ['STARTTLS']), ...(authentication ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, session, done) => {
      logins.push({ user: username, password, secure: session.secure });
      done(null, { user: username });
    },
    onRcptTo: ({ address }, _session, done) => {
      const refusal = refuse?.(address);
      if (refusal === undefined) return done();
      done(Object.assign(new Error(refusal.slice(4)), { responseCode: Number(refusal.slice(0, 3)) }));
    },
    onData: (stream, session, done) => {
      accept(stream, session).then(() => done(), done);
    },
  });
  // A client that is killed in the middle is part of some tests.
  server.on('error', () => undefined);
  const listening = server.listen(0);
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    received,
    logins,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
