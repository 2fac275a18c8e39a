import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { keyFromRecoveryWords } from '#domain/account/recovery-sheet.ts';
import { decodeKey } from '#server/sealing/master-key.ts';
import type { Config } from '#server/settings/config.ts';

/** Returns the key of ENCRYPTION_KEY, or of the words of the recovery sheet, typed or from standard input. */
export async function askForKey({ encryptionKey }: Config, print: (line: string) => void): Promise<Buffer> {
  if (encryptionKey !== undefined) return decodeKey(encryptionKey);
  const words = process.stdin.isTTY ? await typed(print) : await text(process.stdin);
  return Buffer.from(keyFromRecoveryWords(words));
}

async function typed(print: (line: string) => void): Promise<string> {
  print('Type the 24 words of the recovery sheet, then press Enter.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await terminal.question('> ');
  } finally {
    terminal.close();
  }
}
