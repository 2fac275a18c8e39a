import type {
  Catalogue,
  CatalogueColumn,
  CatalogueForeignKey,
  CatalogueRelation,
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

export interface ForeignKey extends CatalogueForeignKey {
  /** Whether at most one row refers to each target. */
  oneToOne: boolean;
}

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

export interface Routine {
  name: string;
  parameters: readonly Parameter[];
  returns: Returns;
  volatile: boolean;
  /** The roles that may call it. */
  callers: readonly string[];
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

export function buildSchemaCache(catalogue: Catalogue): SchemaCache {
  const relations = new Map(
    catalogue.relations.map((relation) => [relation.name, toRelation(relation, catalogue.textOrder)]),
  );
  const routines = Map.groupBy(
    catalogue.routines.map((routine) => toRoutine(routine, relations, catalogue.textOrder)),
    (routine) => routine.name,
  );
  for (const routine of [...routines.values()].flat())
    if (routine.returns.kind === 'rows') [routine.counter] = routines.get(`${routine.name}_count`) ?? [];
  const uniques = new Map(catalogue.relations.map((relation) => [relation.name, relation.uniques]));
  return {
    relations,
    foreignKeys: catalogue.foreignKeys.map((key) => ({
      ...key,
      oneToOne: (uniques.get(key.from) ?? []).some((columns) => sameSet(columns, key.columns)),
    })),
    routines,
  };
}

function toRelation(
  { name, columns, primaryKey, computed, writers }: CatalogueRelation,
  textOrder: string | null,
): Relation {
  return { name, columns: byName(columns), primaryKey, computed: new Set(computed), writers, textOrder };
}

export const PAGE_INPUTS = ['page_limit', 'page_offset'] as const;

function toRoutine(
  routine: CatalogueRoutine,
  relations: ReadonlyMap<string, Relation>,
  textOrder: string | null,
): Routine {
  const inputs = routine.parameters.filter(({ mode }) => mode === 'i' || mode === 'b' || mode === 'v');
  return {
    name: routine.name,
    parameters: inputs.map(({ name, type, typeName, mode }, position) => ({
      name,
      type,
      typeName,
      required: position < inputs.length - routine.defaults,
      variadic: mode === 'v',
    })),
    returns: toReturns(routine, relations, textOrder),
    volatile: routine.volatile,
    callers: routine.callers,
    paged: PAGE_INPUTS.every((input) => inputs.some(({ name }) => name === input)),
    counter: undefined,
  };
}

function toReturns(
  routine: CatalogueRoutine,
  relations: ReadonlyMap<string, Relation>,
  textOrder: string | null,
): Returns {
  const { returnType, returnsSet: set } = routine;
  if (returnType.name === 'void') return { kind: 'nothing' };
  const known = returnType.relation === null ? undefined : relations.get(returnType.relation);
  if (known) return { kind: 'rows', set, relation: known };
  const outputs: Column[] = routine.parameters
    .filter(({ mode }) => mode === 'o' || mode === 'b' || mode === 't')
    .map(({ name, type, typeName, collation }) => ({
      name,
      type,
      typeName,
      collation,
      nullable: true,
      default: null,
      generated: false,
    }));
  const columns = returnType.kind === 'c' ? returnType.columns : outputs;
  if (columns.length === 0) return { kind: 'value', set };
  const relation = {
    name: routine.name,
    columns: byName(columns),
    primaryKey: [],
    computed: new Set<string>(),
    textOrder,
  };
  return { kind: 'rows', set, relation };
}

function byName(columns: readonly Column[]): ReadonlyMap<string, Column> {
  return new Map(columns.map((column) => [column.name, column]));
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name) => b.includes(name));
}
