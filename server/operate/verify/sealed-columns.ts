import { authSealPlace } from '#server/auth/seal-places.ts';
import { sealPlace } from '#server/rest/tables/seals.ts';
import { sealedTables } from '#server/rest/tables/tables.ts';
import { createSealer, SealBrokenError, type Sealer } from '#server/sealing/sealer.ts';
import { signingSealPlace } from '#server/signing/office-keys.ts';
import { keyPlace } from '#server/storage/blobs/blob-parts.ts';
import { clientSql, type KeyedQuery, type KeyedRow, type RowCheck, type VerifyDeps } from './check.ts';

/** A row with a value that is sealed with the master key. */
export interface SealedRow extends KeyedRow {
  sealed: Buffer;
  [column: string]: unknown;
}

/** A column with values sealed by the master key. All are listed here, for verification and key rotation. */
export interface SealedColumn {
  name: string;
  table: string;
  column: string;
  key: string;
  keyType: NonNullable<KeyedQuery['keyType']>;
  /** `t` is the table's alias. */
  from: string;
  where: string;
  /** SQL: the client's id, and other columns that `places` needs. */
  owner: string;
  needs: string;
  /** The possible places, the most likely first; empty if they are unknown now. */
  places(row: SealedRow): string[];
  /** Opens what the value encrypts. Throws `SealBrokenError`. */
  inner?(opened: Buffer, row: SealedRow, place: string): void;
}

type Given = Pick<SealedColumn, 'name' | 'table' | 'column' | 'key' | 'places'> & Partial<SealedColumn>;

/** Unless it says otherwise: every row of a table, whose key is a UUID, and which belongs to no client. */
function sealedColumn(given: Given): SealedColumn {
  const from = `${given.table} t`;
  return { keyType: 'uuid', from, where: 'true', owner: 'null::uuid', needs: 'null as nothing', ...given };
}

/** The data keys of documents. Verification proves them by reading the documents. */
export const BLOB_KEYS = sealedColumn({
  name: 'keys of documents',
  table: 'storage.blobs',
  column: 'wrapped_key',
  key: 'id',
  from: 'storage.blobs t left join storage.blob_pieces p on p.piece_id = t.id',
  where: 't.wrapped_key is not null',
  needs: 'p.blob_id as whole, p.starts_at, t.sha256 is null as unfinished',
  places({ key, whole, starts_at, unfinished }) {
    if (whole !== null) {
      const place = { whole: String(whole), startsAt: Number(starts_at) };
      return [keyPlace.piece(key, place)];
    }
    // A piece that no upload names: nothing depends on it.
    return unfinished ? [] : [keyPlace.blob(key)];
  },
});

/** What a data key encrypts must open too. */
const opensContent: NonNullable<SealedColumn['inner']> = (key, { content }, place) => {
  JSON.parse(
    createSealer(key)
      .open(content as Buffer, place)
      .toString(),
  );
};

const tables = sealedTables(() => 'UTC');

/** All other sealed values. */
export const SEALED_VALUES: readonly SealedColumn[] = [
  ...Object.values(tables).map((table) =>
    sealedColumn({
      name: `seals of ${table.name}`,
      table: 'nutmeg.seals',
      column: 'wrapped_key',
      key: 'row_id',
      from: `nutmeg.seals t join public.${table.name} r on r.id = t.row_id`,
      where: `t.table_name = '${table.name}'`,
      owner: 'r.user_id',
      needs: `t.sealed as content, ${table.boundTo.map((name) => `r.${name}::text as ${name}`).join(', ')}`,
      places: (row) => [sealPlace(table, row)],
      inner: opensContent,
    }),
  ),
  sealedColumn({
    name: 'printed tax forms',
    table: 'nutmeg.form_prints',
    column: 'wrapped_key',
    key: 'form_id',
    owner: 't.user_id',
    needs: 't.sealed as content, t.user_id::text as user_id, t.year::text as year',
    places: (row) => [sealPlace(tables.forms, row)],
    inner: opensContent,
  }),
  sealedColumn({
    name: 'second factors',
    table: 'auth.mfa_factors',
    column: 'sealed_secret',
    key: 'id',
    where: 't.sealed_secret is not null',
    owner: 't.user_id',
    places: ({ key }) => [authSealPlace.totpSecret(key)],
  }),
  sealedColumn({
    name: 'signing keys',
    table: 'auth.signing_keys',
    column: 'sealed_private_key',
    key: 'kid',
    keyType: 'text',
    places: ({ key }) => [authSealPlace.signingKey(key)],
  }),
  sealedColumn({
    name: 'keys that seal signed documents',
    table: 'nutmeg.document_keys',
    column: 'sealed_private_key',
    key: 'id',
    places: ({ key }) => [signingSealPlace.documentKey(key)],
  }),
  sealedColumn({
    name: 'signatures that wait for their seal',
    table: 'nutmeg.signature_marks',
    column: 'sealed',
    key: 'signer_id',
    from: 'nutmeg.signature_marks t join public.signers s on s.id = t.signer_id',
    owner: 's.client_id',
    places: ({ key }) => [signingSealPlace.marks(key)],
  }),
  sealedColumn({
    name: 'refresh tokens',
    table: 'auth.refresh_tokens',
    column: 'sealed_token',
    key: 'id',
    keyType: 'bigint',
    from: 'auth.refresh_tokens t join auth.sessions s on s.id = t.session_id',
    where: 't.sealed_token is not null',
    owner: 's.user_id',
    needs: 't.session_id',
    places: ({ session_id }) => [authSealPlace.refreshToken(String(session_id))],
  }),
  sealedColumn({
    name: 'codes in mails',
    table: 'auth.one_time_tokens',
    column: 'sealed_code',
    key: 'id',
    owner: 't.user_id',
    needs: 't.token_hash',
    places: ({ token_hash }) => [authSealPlace.oneTimeCode(token_hash as Buffer)],
  }),
];

/** The rows of a sealed column. @param client SQL for `KeyedRow.client` */
export function sealedRows(
  { from, where, key, keyType, column, needs }: SealedColumn,
  client = 'null',
): KeyedQuery {
  const select = `select t.${key}::text as key, t.${column} as sealed, ${needs}, ${client} as client from ${from}`;
  return { select, where, key: `t.${key}`, keyType };
}

/** Opens the value; undefined if it opens at none of its places. */
export function openSealed(
  { places, inner }: SealedColumn,
  row: SealedRow,
  sealer: Sealer,
): { opened: Buffer; place: string } | undefined {
  for (const place of places(row)) {
    try {
      const opened = sealer.open(row.sealed, place);
      inner?.(opened, row, place);
      return { opened, place };
    } catch (error) {
      if (!(error instanceof SealBrokenError)) throw error;
    }
  }
  return undefined;
}

/** Opens every sealed value. */
export function sealChecks({ sealer }: VerifyDeps): RowCheck[] {
  return SEALED_VALUES.map(
    (column): RowCheck<SealedRow> => ({
      ...sealedRows(column, clientSql(column.owner)),
      name: column.name,
      check(row) {
        if (openSealed(column, row, sealer)) return [];
        const what = 'Its sealed value does not open: it was changed, or sealed with another key.';
        return [{ kind: 'seal', what, path: `${column.table} ${row.key}` }];
      },
    }),
  );
}

const tableNames = Object.values(tables).map(({ name }) => name);

/** Finds rows whose answers are sealed, but that have no seal. */
export const missingSealChecks = tableNames.map(
  (table): RowCheck<KeyedRow & { name: string }> => ({
    name: `${table} without a seal`,
    select: `select r.id as key, concat_ws(' ', '${table}', to_jsonb(r) ->> 'year') as name, ${clientSql('r.user_id')} as client
      from public.${table} r`,
    where: `not exists (select from nutmeg.seals s where s.table_name = '${table}' and s.row_id = r.id)`,
    key: 'r.id',
    check: ({ name }) => [
      { kind: 'no seal', what: 'Its answers are lost: the row has no seal.', path: name },
    ],
  }),
);

const known = tableNames.map(
  (name) => `t.table_name = '${name}' and exists (select from public.${name} r where r.id = t.row_id)`,
);

/** Finds seals without a row. */
export const orphanedSealCheck: RowCheck = {
  name: 'seals without a row',
  select: `select t.table_name || ' ' || t.row_id as key from nutmeg.seals t`,
  where: `not (${known.join(' or ')})`,
  key: `(t.table_name || ' ' || t.row_id)`,
  keyType: 'text',
  check: ({ key }) => [
    { kind: 'no row', what: 'It is a seal whose row is gone.', path: `nutmeg.seals ${key}` },
  ],
};
