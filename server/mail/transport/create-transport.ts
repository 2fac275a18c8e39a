import { join } from 'node:path';
import type { Sender } from './message.ts';
import { outboxTransport } from './outbox.ts';
import { smtpTransport } from './smtp.ts';
import type { MailTransport } from './transport.ts';

interface Options {
  smtpUrl: string | undefined;
  dataDir: string;
  sender: Sender;
}

interface WayOut {
  transport: MailTransport;
  /** Where the files are; undefined where mails are truly sent. */
  outbox: string | undefined;
}

/** The mail server where there is one, else files for people to look at. */
export function chooseWayOut({ smtpUrl, dataDir, sender }: Options): WayOut {
  if (smtpUrl !== undefined) return { transport: smtpTransport(smtpUrl, sender), outbox: undefined };
  const outbox = join(dataDir, 'outbox');
  return { transport: outboxTransport(outbox, sender), outbox };
}
