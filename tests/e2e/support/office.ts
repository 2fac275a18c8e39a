import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/server/server-process.ts';

interface Office {
  contact: { phone: { display: string }; staffInbox: string };
  idleMinutes: { staff: number; client: number };
}

/** The office's own facts, as the product reads them. */
export const office = JSON.parse(readFileSync(join(root, 'business.json'), 'utf8')) as Office;

/** The number that error texts name. */
export const phoneOf = office.contact.phone.display;
