import { join } from 'node:path';
import { replaceFile } from '#server/sealing/replace-file.ts';
import type { SmsSettings } from '#server/settings/sms-settings.ts';
import { gatewayTransport } from './gateway.ts';
import { type OutgoingText, TextError, type TextTransport } from './transport.ts';

/** Sends through the gateway of `SMS_URL` if it is set; otherwise writes files to `DATA_DIR/outbox`. */
export function createTextTransport(sms: SmsSettings | undefined, dataDir: string): TextTransport {
  return sms === undefined ? outboxTexts(join(dataDir, 'outbox')) : gatewayTransport(sms);
}

/** Writes each text as a file beside the mails. Its name has the text's id, so a second copy replaces the first. */
function outboxTexts(folder: string): TextTransport {
  return {
    repeatable: true,
    send: async (text) => {
      await replaceFile(join(folder, fileName(text)), contentOf(text)).catch((error: Error) => {
        throw new TextError(error.message, { failure: 'outbox', cause: error });
      });
    },
  };
}

function fileName({ id, createdAt }: OutgoingText): string {
  return `${createdAt.toISOString().replaceAll(':', '-')}_${id}.txt`;
}

function contentOf({ number, body }: OutgoingText): string {
  return `To: ${number}\n\n${body}\n`;
}
