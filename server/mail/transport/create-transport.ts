import { join } from 'node:path';
import type { Sender } from './message.ts';
import { outboxTransport } from './outbox.ts';
import { smtpTransport } from './smtp.ts';

interface Options {
  smtpUrl: string | undefined;
  dataDir: string;
  /** May change between two mails. */
  sender: () => Sender;
}

/** Sends by SMTP if `SMTP_URL` is set; otherwise writes `.eml` files to `DATA_DIR/outbox`. */
export function createTransport({ smtpUrl, dataDir, sender }: Options) {
  if (smtpUrl !== undefined) return { transport: smtpTransport(smtpUrl, sender), outbox: undefined };
  /** The folder with the mails; undefined if they are sent. */
  const outbox = join(dataDir, 'outbox');
  return { transport: outboxTransport(outbox, sender), outbox };
}
