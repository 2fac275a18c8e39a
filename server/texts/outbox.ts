import { join } from 'node:path';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { type OutgoingText, TextError, type TextTransport } from './transport.ts';

/** Writes each text as a file beside the mails. Its name has the text's id, so a second copy replaces the first. */
export function outboxTexts(folder: string): TextTransport {
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
