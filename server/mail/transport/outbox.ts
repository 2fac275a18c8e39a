import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { type Sender, toMessage } from './message.ts';
import { DeliveryError, type MailTransport, type OutgoingMail } from './transport.ts';

/** Writes each mail as an `.eml` file. Names sort by time and have the mail's id: written again, it replaces itself. */
export function outboxTransport(folder: string, sender: () => Sender): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(toMessage(mail, sender()));
      await replaceFile(join(folder, fileName(mail)), message as Buffer).catch(explain);
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

function fileName({ id, createdAt }: OutgoingMail): string {
  return `${createdAt.replaceAll(':', '-')}_${id}.eml`;
}

function explain(error: NodeJS.ErrnoException): never {
  throw new DeliveryError(error.message, {
    failure: 'outbox',
    permanent: false,
    kind: error.code ?? error.name,
    cause: error,
  });
}
