import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport as createMailer } from 'nodemailer';
import { replaceFile } from '#server/sealing/replace-file.ts';
import type { Config } from '#server/settings/config.ts';
import { smtpTransport } from './smtp.ts';
import { DeliveryError, type MailTransport, type OutgoingMail, type Sender, toMessage } from './transport.ts';

/**
 * Sends by SMTP if `SMTP_URL` is set; otherwise writes `.eml` files to `DATA_DIR/outbox`.
 * @param sender may change between two mails
 */
export function createTransport(
  { smtpUrl, dataDir }: Pick<Config, 'smtpUrl' | 'dataDir'>,
  sender: () => Sender,
) {
  if (smtpUrl !== undefined) return { transport: smtpTransport(smtpUrl, sender), outbox: undefined };
  /** The folder with the mails; undefined if they are sent. */
  const outbox = join(dataDir, 'outbox');
  return { transport: outboxTransport(outbox, sender), outbox };
}

/** Writes each mail as an `.eml` file. Names sort by time and have the mail's id: written again, it replaces itself. */
function outboxTransport(folder: string, sender: () => Sender): MailTransport {
  const composer = createMailer({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(toMessage(mail, sender()));
      await replaceFile(join(folder, nameOf(mail)), message as Buffer).catch(explain);
    },
    check: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await access(folder, constants.W_OK);
        return undefined;
      } catch (error) {
        return `DATA_DIR: mails can't be written to ${folder}: ${(error as Error).message}. They wait in the queue and are tried again.`;
      }
    },
    close: () => composer.close(),
  };
}

const nameOf = ({ id, createdAt }: OutgoingMail) => `${createdAt.replaceAll(':', '-')}_${id}.eml`;

function explain(error: NodeJS.ErrnoException): never {
  throw new DeliveryError(error.message, {
    failure: 'outbox',
    permanent: false,
    kind: error.code ?? error.name,
    cause: error,
  });
}
