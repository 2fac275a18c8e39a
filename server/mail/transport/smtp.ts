import { createTransport, type NodemailerError } from 'nodemailer';
import type { MailFailure } from '#contract/mail-failures.ts';
import { DeliveryError, type MailTransport, type Sender, toMessage } from './transport.ts';

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

/**
 * Classifies an error of nodemailer. Only a response about this mail or its recipient is permanent. The office can fix a
 * problem with the login, sender, certificate or connection, and the queued mails are sent afterwards.
 */
export function smtpFailure(error: NodemailerError): DeliveryError {
  const failure = failureOf(error);
  const permanent = failure === 'bad_address' || (failure === 'refused' && isAboutTheMail(error));
  const kind = [error.code, error.originalCode, error.responseCode].filter(Boolean).join(' ') || error.name;
  const message = (error.response ?? error.message).slice(0, 500);
  return new DeliveryError(failure === 'untrusted' ? `${message} ${OWN_CA_HINT}` : message, {
    failure,
    permanent,
    kind,
    cause: error,
  });
}

const OWN_CA_HINT = '(a certificate authority of your own: NODE_EXTRA_CA_CERTS)';

function failureOf(error: NodemailerError): MailFailure {
  const { code = '', originalCode = '', responseCode } = error;
  if (responseCode !== undefined) {
    if (code === 'ETLS') return 'insecure';
    if (code === 'EAUTH' || responseCode === 530) return 'login';
    if (responseCode < 500 || responseCode === 503) return 'busy';
    if (code === 'EENVELOPE' || code === 'EMESSAGE') return isBadAddress(error) ? 'bad_address' : 'refused';
    return 'unreachable';
  }
  // Without a response, nodemailer found no usable address.
  if (code === 'EENVELOPE') return 'bad_address';
  if (code === 'EAUTH') return 'login';
  const about = `${originalCode} ${error.message}`;
  if (/CERT|SIGNATURE|ISSUER|certificate|altnames/i.test(about)) return 'untrusted';
  if (code === 'ETLS' || /ERR_SSL|EPROTO|STARTTLS|protocol version/i.test(about)) return 'insecure';
  return 'unreachable';
}

function isAboutTheMail({ command }: NodemailerError): boolean {
  return command === 'RCPT TO' || command === 'DATA';
}

/** Uses the enhanced status code (RFC 3463) if there is one: 5.1.x is the address, 5.2.x the mailbox. */
function isBadAddress({ command, response = '', responseCode = 0 }: NodemailerError): boolean {
  if (command !== 'RCPT TO') return false;
  const enhanced = /^\d{3}[ -]5\.(\d{1,3})\.\d{1,3}\b/.exec(response)?.[1];
  if (enhanced !== undefined) return enhanced === '1' || enhanced === '2';
  return [550, 551, 553].includes(responseCode);
}
