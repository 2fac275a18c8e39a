import type {
  Catalogue,
  CatalogueColumn,
  CatalogueForeignKey,
  CatalogueRoutine,
  Writers,
} from './introspect.ts';

export type Column = CatalogueColumn;

/** Something with rows and named columns: a table, a view, or what a function returns. */
export interface Relation {
  name: string;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  computed: ReadonlySet<string>;
  /** The roles that may write to it. Undefined for what a function returns. */
  writers?: Writers;
  /** The collation for texts without one, such as those from JSON; if empty, the database's. */
  textOrder?: string | null;
}

export type ForeignKey = CatalogueForeignKey;

export interface Parameter {
  name: string;
  type: string;
  typeName: string;
  required: boolean;
  variadic: boolean;
}

/** `rows`: columns that can be selected and filtered; `value`: one per row, of any type. */
export type Returns =
  | { kind: 'nothing' }
  | { kind: 'value'; set: boolean }
  | { kind: 'rows'; set: boolean; relation: Relation };

export interface Routine extends Pick<CatalogueRoutine, 'name' | 'volatile' | 'callers'> {
  parameters: readonly Parameter[];
  returns: Returns;
  /** Whether it finds a page itself, by its inputs `page_limit` and `page_offset`. */
  paged: boolean;
  /** The function with its name and `_count`, which returns the number of its rows, if there is one. */
  counter: Routine | undefined;
}

/**
 * All objects of schema public. PostgreSQL checks permissions when a statement runs; the roles here only spare it, and us,
 * the bodies of callers who can't have any (`refuseUnprivileged`).
 */
export interface SchemaCache {
  relations: ReadonlyMap<string, Relation>;
  foreignKeys: readonly ForeignKey[];
  routines: ReadonlyMap<string, readonly Routine[]>;
}

export const PAGE_INPUTS = ['page_limit', 'page_offset'] as const;

export function buildSchemaCache(catalogue: Catalogue): SchemaCache {
  const { textOrder } = catalogue;
  const relations = new Map(
    catalogue.relations.map(({ name, columns, primaryKey, computed, writers }): [string, Relation] => [
      name,
      { name, columns: byName(columns), primaryKey, computed: new Set(computed), writers, textOrder },
    ]),
  );
  const returnsOf = ({ name, parameters, returnType, returnsSet: set }: CatalogueRoutine): Returns => {
    if (returnType.name === 'void') return { kind: 'nothing' };
    const known = relations.get(returnType.relation ?? '');
    if (known) return { kind: 'rows', set, relation: known };
    const outputs = parameters.filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't');
    const columns =
      returnType.kind === 'c'
        ? returnType.columns
        : outputs.map((output) => ({ ...output, nullable: true, default: null, generated: false }));
    if (columns.length === 0) return { kind: 'value', set };
    const relation = {
      name,
      columns: byName(columns),
      primaryKey: [],
      computed: new Set<string>(),
      textOrder,
    };
    return { kind: 'rows', set, relation };
  };
  const toRoutine = (routine: CatalogueRoutine): Routine => {
    const inputs = routine.parameters.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
    return {
      ...routine,
      parameters: inputs.map((input, position) => ({
        ...input,
        required: position < inputs.length - routine.defaults,
        variadic: input.mode === 'v',
      })),
      returns: returnsOf(routine),
      paged: PAGE_INPUTS.every((input) => inputs.some(({ name }) => name === input)),
      counter: undefined,
    };
  };
  const routines = Map.groupBy(catalogue.routines.map(toRoutine), ({ name }) => name);
  for (const routine of [...routines.values()].flat())
    if (routine.returns.kind === 'rows') [routine.counter] = routines.get(`${routine.name}_count`) ?? [];
  return { relations, foreignKeys: catalogue.foreignKeys, routines };
}

function byName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((column) => [column.name, column]));
}
