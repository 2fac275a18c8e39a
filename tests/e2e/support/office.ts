import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/support/server/server-process.ts';

interface Office {
  contact: { phone: { display: string }; staffInbox: string };
  idleMinutes: { staff: number; client: number };
}

/** The facts of a new installation. */
export const office = JSON.parse(
  readFileSync(join(root, 'domain/business/demo-office.json'), 'utf8'),
) as Office;
