import { sealedTables } from '#server/rest/tables/tables.ts';
import { clientSql, type KeyedRow, type RowCheck, type VerifyDeps } from './check.ts';
import { openSealed, SEALED_VALUES, type SealedRow, sealedRows } from './sealed-columns.ts';

/** Opens every sealed value. */
export function sealChecks({ sealer }: VerifyDeps): RowCheck[] {
  return SEALED_VALUES.map(
    (column): RowCheck<SealedRow> => ({
      ...sealedRows(column, clientSql(column.owner)),
      name: column.name,
      limit: 200,
      check(row) {
        if (openSealed(column, row, sealer)) return [];
        const what = 'Its sealed value does not open: it was changed, or sealed with another key.';
        return [{ kind: 'seal', what, path: `${column.table} ${row.key}` }];
      },
    }),
  ) as RowCheck[];
}

const tables = Object.values(sealedTables(() => 'UTC')).map(({ name }) => name);

/** Finds rows whose answers are sealed, but that have no seal. */
export const missingSealChecks = tables.map(
  (table): RowCheck<KeyedRow & { name: string }> => ({
    name: `${table} without a seal`,
    select: `select r.id as key, concat_ws(' ', '${table}', to_jsonb(r) ->> 'year') as name, ${clientSql('r.user_id')} as client
      from public.${table} r`,
    where: `not exists (select from nutmeg.seals s where s.table_name = '${table}' and s.row_id = r.id)`,
    key: 'r.id',
    limit: 200,
    check: ({ name }) => [
      { kind: 'no seal', what: 'Its answers are lost: the row has no seal.', path: name },
    ],
  }),
) as RowCheck[];

const known = tables.map(
  (name) => `t.table_name = '${name}' and exists (select from public.${name} r where r.id = t.row_id)`,
);

/** Finds seals without a row. */
export const orphanedSealCheck: RowCheck = {
  name: 'seals without a row',
  select: `select t.table_name || ' ' || t.row_id as key from nutmeg.seals t`,
  where: `not (${known.join(' or ')})`,
  key: `(t.table_name || ' ' || t.row_id)`,
  keyType: 'text',
  limit: 200,
  check: ({ key }) => [
    { kind: 'no row', what: 'It is a seal whose row is gone.', path: `nutmeg.seals ${key}` },
  ],
};
