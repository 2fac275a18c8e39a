import { createTransport, type NodemailerError } from 'nodemailer';
import { type Sender, toMessage } from './message.ts';
import { smtpFailure } from './smtp-failure.ts';
import type { MailTransport } from './transport.ts';

const SECOND = 1000;

/**
 * Sends through the server of `SMTP_URL`: `smtps://` uses TLS from the start, `smtp://` uses STARTTLS if the server offers
 * it. A password is never sent without TLS. The URL's query overrides this (`?ignoreTLS=true`,
 * `?tls.rejectUnauthorized=false`).
 */
export function smtpTransport(smtpUrl: string, sender: () => Sender): MailTransport {
  const mailer = createTransport({
    url: smtpUrl,
    requireTLS: needsTls(new URL(smtpUrl)),
    tls: { minVersion: 'TLSv1.2' },
    connectionTimeout: 15 * SECOND,
    greetingTimeout: 15 * SECOND,
    socketTimeout: 30 * SECOND,
    dnsTimeout: 10 * SECOND,
  });
  return {
    send: async (mail, signal) => {
      try {
        await mailer.sendMail({ ...toMessage(mail, sender()), signal });
      } catch (error) {
        signal.throwIfAborted();
        throw smtpFailure(error as NodemailerError);
      }
    },
    check: async () => {
      try {
        await mailer.verify();
        return undefined;
      } catch (error) {
        const { message } = smtpFailure(error as NodemailerError);
        return `SMTP_URL: the mail server ${new URL(smtpUrl).host} can't be used: ${message.replace(/\.$/, '')}. Mails wait in the queue and are tried again.`;
      }
    },
    close: () => mailer.close(),
  };
}

function needsTls({ password, hostname }: URL): boolean {
  const thisMachine = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  return password !== '' && !thisMachine;
}
