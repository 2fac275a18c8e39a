import { join } from 'node:path';
import type { SmsSettings } from '#server/settings/sms-settings.ts';
import { gatewayTransport } from './gateway.ts';
import { outboxTexts } from './outbox.ts';
import type { TextTransport } from './transport.ts';

/** Sends through the gateway of `SMS_URL` if it is set; otherwise writes files to `DATA_DIR/outbox`. */
export function createTextTransport(sms: SmsSettings | undefined, dataDir: string): TextTransport {
  return sms === undefined ? outboxTexts(join(dataDir, 'outbox')) : gatewayTransport(sms);
}
