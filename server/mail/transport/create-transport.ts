import { join } from 'node:path';
import type { Sender } from './message.ts';
import { outboxTransport } from './outbox.ts';
import { smtpTransport } from './smtp.ts';
import type { MailTransport } from './transport.ts';

interface Options {
  smtpUrl: string | undefined;
  dataDir: string;
  /** May change between two mails. */
  sender: () => Sender;
}

interface Transport {
  transport: MailTransport;
  /** The folder with the mails; undefined if they are sent. */
  outbox: string | undefined;
}

/** Sends by SMTP if `SMTP_URL` is set; otherwise writes `.eml` files to `DATA_DIR/outbox`. */
export function createTransport({ smtpUrl, dataDir, sender }: Options): Transport {
  if (smtpUrl !== undefined) return { transport: smtpTransport(smtpUrl, sender), outbox: undefined };
  const outbox = join(dataDir, 'outbox');
  return { transport: outboxTransport(outbox, sender), outbox };
}
