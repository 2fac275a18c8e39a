/** A parsed query string. Names are not checked yet. */

/** A step into a JSON value: `->key`, `->0`, `->>key`. */
export interface JsonStep {
  asText: boolean;
  /** A key, or an index in digits, perhaps negative. */
  key: string;
  isIndex: boolean;
}

export interface Field {
  name: string;
  path: readonly JsonStep[];
}

/** The operators that compare a field with a value, in SQL. */
export const comparisons = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const;
export type Comparison = keyof typeof comparisons;

/** The full-text searches, by PostgreSQL's functions for their queries. */
export const searches = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const;
export type FullTextSearch = keyof typeof searches;

export type IsValue = 'null' | 'not_null' | 'true' | 'false' | 'unknown';

export type Test =
  | { kind: 'compare'; operator: Comparison; quantifier: 'any' | 'all' | undefined; value: string }
  | { kind: 'in'; values: readonly string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'search'; operator: FullTextSearch; language: string | undefined; value: string };

export interface Filter {
  kind: 'filter';
  field: Field;
  negated: boolean;
  test: Test;
}

export interface Group {
  kind: 'group';
  operator: 'and' | 'or';
  negated: boolean;
  members: readonly Condition[];
}

export type Condition = Filter | Group;

export interface SelectedField {
  kind: 'field';
  field: Field;
  alias: string | undefined;
  cast: string | undefined;
}

/** Rows of a related table: `alias:relation!hint!inner(...)`; spread, with `...`, into the row itself. */
export interface SelectedRelation {
  kind: 'relation';
  relation: string;
  alias: string | undefined;
  hint: string | undefined;
  inner: boolean;
  spread: boolean;
  items: readonly SelectItem[];
}

export type SelectItem = { kind: 'star' } | SelectedField | SelectedRelation;

export interface OrderTerm {
  /** Order by a field of this embedded relation. */
  relation: string | undefined;
  field: Field;
  descending: boolean;
  nulls: 'first' | 'last' | undefined;
}
