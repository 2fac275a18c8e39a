import { sealedTables } from '#server/rest/tables/tables.ts';
import {
  clientSql,
  FIRST_UUID,
  type KeyedRow,
  keyset,
  NO_FINDINGS,
  type RowCheck,
  type VerifyDeps,
} from './check.ts';
import type { Finding } from './finding.ts';
import {
  openSealed,
  SEALED_VALUES,
  type SealedColumn,
  type SealedRow,
  sealedRows,
} from './sealed-columns.ts';

type Row = SealedRow & { client: Finding['client'] | null };

/** Opens every sealed value. */
export function sealChecks(deps: VerifyDeps): RowCheck[] {
  return SEALED_VALUES.map((column) => sealCheck(deps, column)) as RowCheck[];
}

function sealCheck({ database, sealer }: VerifyDeps, column: SealedColumn): RowCheck<Row> {
  const rows: RowCheck<Row>['rows'] = async (where) => {
    const [condition, key, limit] =
      'only' in where ? (['only', where.only, 1] as const) : (['after', where.after, where.limit] as const);
    return (await database.query<Row>(sealedRows(column, condition, clientSql), [key, limit])).rows;
  };
  return {
    name: column.name,
    first: column.first,
    limit: 200,
    rows,
    async check(row) {
      if (openSealed(column, row, sealer)) return NO_FINDINGS;
      const [again] = await rows({ only: row.key });
      if (again === undefined || openSealed(column, again, sealer)) return NO_FINDINGS;
      const path = `${column.table} ${row.key}`;
      const what = 'Its sealed value does not open: it was changed, or sealed with another key.';
      return { findings: [{ kind: 'seal', what, path, client: again.client ?? undefined }], bytes: 0 };
    },
  };
}

interface Unsealed extends KeyedRow {
  name: string;
  client: Finding['client'] | null;
}

/** Finds rows whose answers are sealed, but that have no seal. */
export function missingSealChecks({ database }: VerifyDeps): RowCheck[] {
  return Object.values(sealedTables(() => 'UTC')).map(
    ({ name: table }): RowCheck<Unsealed> => ({
      name: `${table} without a seal`,
      first: FIRST_UUID,
      limit: 200,
      async rows(where) {
        const { condition, tail, values } = keyset('r.id', 'uuid', where);
        const { rows } = await database.query<Unsealed>(
          `select r.id as key, concat_ws(' ', '${table}', to_jsonb(r) ->> 'year') as name, ${clientSql('r.user_id')} as client
         from public.${table} r
         where not exists (select from nutmeg.seals s where s.table_name = '${table}' and s.row_id = r.id)
           and ${condition} ${tail}`,
          values,
        );
        return rows;
      },
      check: async ({ name, client }) => ({
        findings: [
          {
            kind: 'no seal',
            what: 'Its answers are lost: the row has no seal.',
            path: name,
            client: client ?? undefined,
          },
        ],
        bytes: 0,
      }),
    }),
  ) as RowCheck[];
}

/** Finds seals without a row. */
export function orphanedSealCheck({ database }: VerifyDeps): RowCheck {
  const tables = Object.values(sealedTables(() => 'UTC'));
  const known = tables.map(
    ({ name }) => `t.table_name = '${name}' and exists (select from public.${name} r where r.id = t.row_id)`,
  );
  return {
    name: 'seals without a row',
    first: '',
    limit: 200,
    async rows(where) {
      const { condition, tail, values } = keyset(`(t.table_name || ' ' || t.row_id)`, 'text', where);
      const { rows } = await database.query<KeyedRow>(
        `select t.table_name || ' ' || t.row_id as key from nutmeg.seals t
         where not (${known.join(' or ')}) and ${condition} ${tail}`,
        values,
      );
      return rows;
    },
    check: async ({ key }) => ({
      findings: [{ kind: 'no row', what: 'It is a seal whose row is gone.', path: `nutmeg.seals ${key}` }],
      bytes: 0,
    }),
  };
}
