import { randomUUID } from 'node:crypto';
import type { Database } from '#server/database/database.ts';
import type { Office } from '#server/office/office.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import { createOfficeKey, type OfficeKey } from './certificate.ts';

/** What the sealed values of this service are bound to. Verification and key rotation use the same. */
export const signingSealPlace = {
  documentKey: (id: string) => `document-key:${id}`,
  marks: (signerId: string) => `signature-marks:${signerId}`,
};

interface Deps {
  database: Pick<Database, 'asOwner'>;
  office: Pick<Office, 'current'>;
  sealer: Sealer;
}

const NEWEST =
  'select id, certificate, sealed_private_key from nutmeg.document_keys order by created_at desc, id limit 1';

/** The key that seals documents. It is made at its first use, once for all servers. */
export function officeKey({ database, office, sealer }: Deps): Promise<OfficeKey> {
  return database.asOwner(async (tx) => {
    await tx.query('lock table nutmeg.document_keys in share row exclusive mode');
    const [row] = (await tx.query<{ id: string; certificate: Buffer; sealed_private_key: Buffer }>(NEWEST))
      .rows;
    if (row) {
      const privateKey = sealer.open(row.sealed_private_key, signingSealPlace.documentKey(row.id));
      return { certificate: row.certificate, privateKey };
    }
    const id = randomUUID();
    const made = createOfficeKey(office.current().name, new Date());
    await tx.query(
      'insert into nutmeg.document_keys (id, certificate, sealed_private_key) values ($1, $2, $3)',
      [id, made.certificate, sealer.seal(made.privateKey, signingSealPlace.documentKey(id))],
    );
    return made;
  });
}

/** All certificates of the office, in DER. */
export async function officeCertificates(database: Pick<Database, 'query'>): Promise<Buffer[]> {
  const { rows } = await database.query<{ certificate: Buffer }>(
    'select certificate from nutmeg.document_keys order by created_at desc limit 100',
  );
  return rows.map(({ certificate }) => certificate);
}
