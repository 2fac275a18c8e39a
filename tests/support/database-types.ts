import {
  type Catalogue,
  type CatalogueColumn,
  type CatalogueRelation,
  type CatalogueRoutine,
  introspect,
} from '#server/rest/schema/introspect.ts';
import { buildSchemaCache, type ForeignKey } from '#server/rest/schema/schema-cache.ts';

const REGENERATE = 'npm run types';

interface Queryable {
  query<Row extends object>(sql: string): Promise<Row[]>;
}

/** The content of the generated file for this database. */
export async function typesOf(database: Queryable): Promise<string> {
  const catalogue = await introspect({
    query: async <Row>(sql: string) => {
      const rows = (await database.query(sql)) as Row[];
      return { rows, rowCount: rows.length };
    },
  });
  return databaseTypes(catalogue);
}

/** The types for `createClient<Database>(...)` of supabase-js. */
function databaseTypes(catalogue: Catalogue): string {
  const enums = new Set(catalogue.enums.map(({ name }) => name));
  const relations = new Map(catalogue.relations.map((relation) => [relation.name, relation]));
  const { foreignKeys } = buildSchemaCache(catalogue);
  const ofKind = (kind: CatalogueRelation['kind']) =>
    catalogue.relations
      .filter((relation) => relation.kind === kind)
      .map((relation) => property(relation.name, relationType(relation, foreignKeys, enums)));
  const routines = Map.groupBy(catalogue.routines, ({ name }) => name);
  const lines = [
    `// Written by \`${REGENERATE}\` from the migrations. Not to be edited.`,
    '',
    'export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];',
    '',
    'export type Database = {',
    ...indent([
      `__InternalSupabase: { PostgrestVersion: '14' };`,
      'public: {',
      ...indent([
        ...block('Tables', ofKind('table')),
        ...block('Views', ofKind('view')),
        ...block(
          'Functions',
          [...routines].map(([name, overloads]) =>
            property(name, union(overloads.map((routine) => routineType(routine, relations, enums)))),
          ),
        ),
        ...block(
          'Enums',
          catalogue.enums.map(({ name, values }) =>
            property(name, [union(values.map((value) => [quoted(value)])).join(' ')]),
          ),
        ),
        ...block('CompositeTypes', []),
      ]),
      '};',
    ]),
    '};',
  ];
  return `${lines.join('\n')}\n`;
}

function relationType(
  { kind, name, columns }: CatalogueRelation,
  foreignKeys: readonly ForeignKey[],
  enums: ReadonlySet<string>,
): string[] {
  const writable = (optional: (column: CatalogueColumn) => boolean) =>
    columns.map((column) => {
      const type = column.generated ? 'never' : nullable(column, enums);
      return `${key(column.name)}${column.generated || optional(column) ? '?' : ''}: ${type};`;
    });
  const row = columns.map((column) => `${key(column.name)}: ${nullable(column, enums)};`);
  const own = foreignKeys.filter((foreignKey) => foreignKey.from === name);
  return [
    '{',
    ...indent([
      ...block('Row', row),
      ...(kind === 'view'
        ? []
        : [
            ...block(
              'Insert',
              writable((column) => column.nullable || column.default !== null),
            ),
            ...block(
              'Update',
              writable(() => true),
            ),
          ]),
      ...(own.length === 0
        ? ['Relationships: [];']
        : ['Relationships: [', ...indent(own.flatMap(relationship)), '];']),
    ]),
    '}',
  ];
}

function relationship({ name, columns, oneToOne, to, toColumns }: ForeignKey): string[] {
  const names = (list: readonly string[]) => `[${list.map(quoted).join(', ')}]`;
  return [
    '{',
    ...indent([
      `foreignKeyName: ${quoted(name)};`,
      `columns: ${names(columns)};`,
      `isOneToOne: ${oneToOne};`,
      `referencedRelation: ${quoted(to)};`,
      `referencedColumns: ${names(toColumns)};`,
    ]),
    '},',
  ];
}

function routineType(
  { parameters, defaults, returnType, returnsSet }: CatalogueRoutine,
  relations: ReadonlyMap<string, CatalogueRelation>,
  enums: ReadonlySet<string>,
): string[] {
  const inputs = parameters.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  const args = inputs.map(({ name, typeName }, at) => {
    const optional = at >= inputs.length - defaults ? '?' : '';
    return `${key(name)}${optional}: ${typeScript(typeName, enums)}`;
  });
  const outputs = parameters.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
  const relation = returnType.relation === null ? undefined : relations.get(returnType.relation);
  const fields = outputs.map(({ name, typeName }) => `${key(name)}: ${typeScript(typeName, enums)}`);
  const one = relation
    ? `Database['public'][${relation.kind === 'table' ? `'Tables'` : `'Views'`}][${quoted(relation.name)}]['Row']`
    : fields.length > 0
      ? `{ ${fields.join('; ')} }`
      : typeScript(returnType.name, enums);
  const given = args.length === 0 ? 'Record<PropertyKey, never>' : `{ ${args.join('; ')} }`;
  return [`{ Args: ${given}; Returns: ${one}${returnsSet ? '[]' : ''} }`];
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric']);

function typeScript(typeName: string, enums: ReadonlySet<string>): string {
  if (typeName.startsWith('_')) return `${typeScript(typeName.slice(1), enums)}[]`;
  if (NUMBERS.has(typeName)) return 'number';
  if (typeName === 'bool') return 'boolean';
  if (typeName === 'json' || typeName === 'jsonb') return 'Json';
  if (typeName === 'void') return 'undefined';
  if (typeName === 'record') return 'Record<string, unknown>';
  return enums.has(typeName) ? `Database['public']['Enums'][${quoted(typeName)}]` : 'string';
}

function nullable({ typeName, nullable: maybe }: CatalogueColumn, enums: ReadonlySet<string>): string {
  return `${typeScript(typeName, enums)}${maybe ? ' | null' : ''}`;
}

/** A block of members. An empty block allows no names. */
function block(name: string, members: readonly string[]): string[] {
  if (members.length === 0) return [`${name}: { [_ in never]: never };`];
  return [`${name}: {`, ...indent(members.flatMap((member) => member.split('\n'))), '};'];
}

function property(name: string, type: readonly string[]): string {
  return `${key(name)}: ${type.join('\n')};`;
}

function union(types: readonly string[][]): string[] {
  return types.map((type, at) => `${at === 0 ? '' : '| '}${type.join('\n')}`);
}

function indent(lines: readonly string[]): string[] {
  return lines.map((line) => `  ${line}`);
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  return `'${text.replace(/['\\]/g, '\\$&')}'`;
}
