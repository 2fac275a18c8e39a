import { writeSheet } from '#server/recovery/sheet-file.ts';
import { readBusiness } from '#server/settings/business.ts';
import type { Context } from '../command.ts';
import { keyRingFor } from '../key-ring-for.ts';
import { withDatabase } from '../with-database.ts';

/** The recovery sheet of the present key, as a page to print. */
export async function makeSheet(context: Context): Promise<void> {
  const { config, print } = context;
  const keyRing = await withDatabase(context, (database) => keyRingFor(config, database));
  const path = await writeSheet({ ...config, business: await readBusiness() }, keyRing.present());
  print(`The recovery sheet of the key ${keyRing.fingerprint()} is in

  ${path}

Open it in a browser and print it twice. Then sign in as a super user and confirm it at ${config.siteUrl}/manage/office/recovery
(that removes the file), or remove the file yourself.`);
}
