import type { Database } from '#server/database/database.ts';

/** What PostgreSQL's catalogue says about schema public, as `INTROSPECTION` writes it. */
export interface Catalogue {
  relations: CatalogueRelation[];
  foreignKeys: CatalogueForeignKey[];
  routines: CatalogueRoutine[];
  enums: { name: string; values: string[] }[];
  /**
   * The collation to sort texts by, where the database's own goes by code points ("Z" before "a"), as the embedded one
   * does so that its folder can be copied to any system; null: the database's own. Qualified and quoted. Chosen for
   * each statement, so no index depends on a library's version.
   */
  textOrder: string | null;
}

export interface CatalogueColumn {
  name: string;
  /** Schema-qualified and quoted: goes into a statement as it stands. */
  type: string;
  /** The bare name; a domain's is that of the type beneath it. */
  typeName: string;
  nullable: boolean;
  /** An SQL expression, or null. */
  default: string | null;
  /** Computed by PostgreSQL itself: can't be written. */
  generated: boolean;
  /** `textOrder`, if the column is a text without a collation of its own. */
  collation?: string | null | undefined;
}

export interface CatalogueRelation {
  name: string;
  kind: 'table' | 'view';
  columns: CatalogueColumn[];
  primaryKey: string[];
  /** The column lists of its unique indexes. */
  uniques: string[][];
  /** Functions of one row, that can be selected and filtered by like columns. */
  computed: string[];
}

export interface CatalogueForeignKey {
  name: string;
  from: string;
  columns: string[];
  to: string;
  toColumns: string[];
}

export interface CatalogueRoutine {
  name: string;
  /** i: in, o: out, b: both, v: variadic, t: column of the returned table */
  parameters: {
    name: string;
    type: string;
    typeName: string;
    mode: 'i' | 'o' | 'b' | 'v' | 't';
    collation?: string | null | undefined;
  }[];
  /** So many of the last inputs have a default. */
  defaults: number;
  returnsSet: boolean;
  returnType: { name: string; kind: string; relation: string | null; columns: CatalogueColumn[] };
  volatile: boolean;
}

export async function introspect(database: Pick<Database, 'query'>): Promise<Catalogue> {
  const { rows } = await database.query<{ catalogue: Catalogue }>(INTROSPECTION);
  const catalogue = rows[0]?.catalogue;
  if (!catalogue) throw new Error('the catalogue could not be read');
  return catalogue;
}

/** The `textOrder`, for values with the database's default collation. */
const textOrderFor = (collation: string) =>
  `case when ${collation} = 'pg_catalog."default"'::regcollation then (select name from text_order) end`;

/** The columns of a relation or composite type whose pg_class.oid is given. */
const columnsOf = (relation: string) => `
  (select coalesce(json_agg(json_build_object(
      'name', a.attname,
      'type', format('%I.%I', tn.nspname, t.typname),
      'typeName', coalesce(base.typname, t.typname),
      'nullable', not (a.attnotnull or t.typnotnull),
      'default', case
        when a.attgenerated <> '' then null
        when a.attidentity <> '' then
          format('nextval(%L::regclass)', pg_get_serial_sequence(a.attrelid::regclass::text, a.attname))
        else pg_get_expr(d.adbin, d.adrelid)
      end,
      'generated', a.attgenerated <> '' or a.attidentity = 'a',
      'collation', ${textOrderFor('a.attcollation')}
    ) order by a.attnum), '[]')
    from pg_attribute a
    join pg_type t on t.oid = a.atttypid
    join pg_namespace tn on tn.oid = t.typnamespace
    left join pg_type base on base.oid = t.typbasetype
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = ${relation} and a.attnum > 0 and not a.attisdropped)`;

/** The names of the columns with these numbers, in the order of the numbers. */
const columnNames = (relation: string, numbers: string) => `
  (select json_agg(a.attname order by n.position)
    from unnest(${numbers}) with ordinality as n(number, position)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = n.number)`;

const INTROSPECTION = `
with text_order as (
  select (
    select format('%I.%I', n.nspname, c.collname)
    from pg_collation c join pg_namespace n on n.oid = c.collnamespace
    where n.nspname = 'pg_catalog' and c.collname = 'en-US-x-icu'
  ) as name
  from pg_database d
  where d.datname = current_database()
    and (d.datlocprovider = 'b' or d.datlocprovider = 'c' and d.datcollate ~* '^(C|POSIX)(\\.|$)')
),
relation as (
  select c.oid, c.relname, c.relkind, c.reltype
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
)
select json_build_object(
  'relations', (
    select coalesce(json_agg(json_build_object(
      'name', c.relname,
      'kind', case when c.relkind in ('r', 'p', 'f') then 'table' else 'view' end,
      'columns', ${columnsOf('c.oid')},
      'primaryKey', coalesce((
        select ${columnNames('c.oid', 'i.indkey::int2[]')} from pg_index i where i.indrelid = c.oid and i.indisprimary
      ), '[]'),
      'uniques', (
        select coalesce(json_agg(${columnNames('c.oid', 'i.indkey::int2[]')}), '[]')
        from pg_index i
        where i.indrelid = c.oid and i.indisunique and i.indpred is null and i.indexprs is null
      ),
      'computed', (
        select coalesce(json_agg(p.proname order by p.proname), '[]')
        from pg_proc p
        where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and not p.proretset
          and p.pronargs = 1 and p.proargtypes[0] = c.reltype
      )
    ) order by c.relname), '[]')
    from relation c
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', k.conname,
      'from', f.relname,
      'columns', ${columnNames('k.conrelid', 'k.conkey')},
      'to', t.relname,
      'toColumns', ${columnNames('k.confrelid', 'k.confkey')}
    ) order by k.conname), '[]')
    from pg_constraint k
    join relation f on f.oid = k.conrelid
    join relation t on t.oid = k.confrelid
    where k.contype = 'f'
  ),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'name', p.proname,
      'parameters', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(a.name, ''),
          'type', format('%I.%I', tn.nspname, t.typname),
          'typeName', coalesce(base.typname, t.typname),
          'mode', coalesce(a.mode, 'i'),
          'collation', ${textOrderFor('t.typcollation')}
        ) order by a.position), '[]')
        from unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.proargnames, p.proargmodes)
          with ordinality as a(type, name, mode, position)
        join pg_type t on t.oid = a.type
        join pg_namespace tn on tn.oid = t.typnamespace
        left join pg_type base on base.oid = t.typbasetype
      ),
      'defaults', p.pronargdefaults,
      'returnsSet', p.proretset,
      'returnType', json_build_object(
        'name', r.typname,
        'kind', r.typtype,
        'relation', (select c.relname from relation c where c.oid = r.typrelid),
        'columns', case when r.typtype = 'c' then ${columnsOf('r.typrelid')} else '[]' end
      ),
      'volatile', p.provolatile = 'v'
    ) order by p.proname, p.oid), '[]')
    from pg_proc p
    join pg_type r on r.oid = p.prorettype
    where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
      and r.typname not in ('trigger', 'event_trigger', 'internal', 'language_handler', 'fdw_handler')
  ),
  'enums', (
    select coalesce(json_agg(json_build_object(
      'name', t.typname,
      'values', (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)
    ) order by t.typname), '[]')
    from pg_type t
    where t.typnamespace = 'public'::regnamespace and t.typtype = 'e'
  ),
  'textOrder', (select name from text_order)
) as catalogue`;
