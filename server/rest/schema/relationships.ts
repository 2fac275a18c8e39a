import { RestError } from '../errors.ts';
import type { ForeignKey, Relation, SchemaCache } from './schema-cache.ts';

/** How the rows of an embedded relation are joined to the outer relation. */
export interface Relationship {
  target: Relation;
  toMany: boolean;
  /** Pairs of columns that must be equal. With a junction: of the junction's and the outer relation's. */
  on: readonly { outer: string; inner: string }[];
  /** The junction table of a many-to-many relationship, with its column pairs for the target. */
  junction: { name: string; on: readonly { junction: string; target: string }[] } | undefined;
}

interface Candidate extends Relationship {
  /** Names that callers can use as a hint: constraint, columns, junction. */
  hints: readonly string[];
  description: { cardinality: string; embedding: string; relationship: string };
  /** Found by a column's or a constraint's name, not the target's. */
  byKey: boolean;
}

/** Finds the foreign key, or pair of them, that joins the two. Throws PGRST200 for none and PGRST201 for several. */
export function findRelationship(
  cache: SchemaCache,
  source: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  // The results of functions have no foreign keys, even if they have the name of a table.
  const known = cache.relations.get(source.name) === source;
  const found = known ? candidates(cache, source, target) : [];
  const matching = hint === undefined ? found : found.filter(({ hints }) => hints.includes(hint));
  const [first, second] = matching;
  if (!first) throw notFound(source.name, target, hint);
  if (second) throw ambiguous(source.name, target, matching);
  return first;
}

function candidates(cache: SchemaCache, source: Relation, target: string): Candidate[] {
  const direct = cache.foreignKeys.flatMap((key) => [
    ...toOne(cache, key, source.name, target),
    ...toMany(cache, key, source.name, target),
  ]);
  // A table's name takes precedence over a column or constraint with the same name.
  const named = direct.filter(({ byKey }) => !byKey);
  const chosen = named.length > 0 ? named : direct;
  return [...chosen, ...manyToMany(cache, source.name, target)];
}

function toOne(cache: SchemaCache, key: ForeignKey, source: string, target: string): Candidate[] {
  if (key.from !== source) return [];
  const byKey = key.name === target || (key.columns.length === 1 && key.columns[0] === target);
  // For a self-reference, the table's name means to-many, and the column's name means to-one.
  const byTable = key.to === target && key.to !== key.from;
  const relation = cache.relations.get(key.to);
  if (!relation || !(byKey || byTable)) return [];
  return [
    {
      target: relation,
      toMany: false,
      on: key.columns.map((outer, at) => ({ outer, inner: key.toColumns[at] ?? '' })),
      junction: undefined,
      hints: [key.name, ...key.columns, ...key.toColumns],
      description: describe(
        key.oneToOne ? 'one-to-one' : 'many-to-one',
        `${source} with ${key.to}`,
        using(key),
      ),
      byKey: !byTable,
    },
  ];
}

function toMany(cache: SchemaCache, key: ForeignKey, source: string, target: string): Candidate[] {
  const byTable = key.from === target;
  const byKey = key.name === target && key.to !== key.from;
  const relation = cache.relations.get(key.from);
  if (key.to !== source || !relation || !(byKey || byTable)) return [];
  return [
    {
      target: relation,
      toMany: !key.oneToOne,
      on: key.columns.map((inner, at) => ({ outer: key.toColumns[at] ?? '', inner })),
      junction: undefined,
      hints: [key.name, ...key.columns, ...key.toColumns],
      description: describe(
        key.oneToOne ? 'one-to-one' : 'one-to-many',
        `${source} with ${key.from}`,
        using(key),
      ),
      byKey: !byTable,
    },
  ];
}

/** Through a junction table whose primary key contains both foreign keys. */
function manyToMany(cache: SchemaCache, source: string, target: string): Candidate[] {
  const relation = cache.relations.get(target);
  if (!relation) return [];
  const paths = cache.foreignKeys.flatMap((near) =>
    near.to === source
      ? cache.foreignKeys
          .filter((far) => far !== near && far.from === near.from && far.to === target)
          .map((far) => ({ near, far }))
      : [],
  );
  return paths.filter(isJunction(cache)).map(({ near, far }) => ({
    target: relation,
    toMany: true,
    on: near.columns.map((inner, at) => ({ outer: near.toColumns[at] ?? '', inner })),
    junction: {
      name: near.from,
      on: far.columns.map((junction, at) => ({ junction, target: far.toColumns[at] ?? '' })),
    },
    hints: [near.from, near.name, far.name],
    description: describe(
      'many-to-many',
      `${source} with ${target}`,
      `${near.from} using ${near.name}(${near.columns.join(', ')}) and ${far.name}(${far.columns.join(', ')})`,
    ),
    byKey: false,
  }));
}

function isJunction(cache: SchemaCache): (way: { near: ForeignKey; far: ForeignKey }) => boolean {
  return ({ near, far }) => {
    const primaryKey = cache.relations.get(near.from)?.primaryKey ?? [];
    return [...near.columns, ...far.columns].every((column) => primaryKey.includes(column));
  };
}

function using(key: ForeignKey): string {
  return `${key.name} using ${key.from}(${key.columns.join(', ')}) and ${key.to}(${key.toColumns.join(', ')})`;
}

function describe(cardinality: string, embedding: string, relationship: string) {
  return { cardinality, embedding, relationship };
}

function notFound(source: string, target: string, hint: string | undefined): RestError {
  const by = hint === undefined ? '' : ` using the hint '${hint}'`;
  return new RestError('PGRST200', {
    message: `Could not find a relationship between '${source}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${source}' and '${target}'${by} in the schema 'public', but no matches were found.`,
  });
}

function ambiguous(source: string, target: string, found: readonly Candidate[]): RestError {
  const paths = found.map(({ hints }) => `'${target}!${hints[0]}'`).join(', ');
  return new RestError('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${source}' and '${target}'`,
    details: found.map(({ description }) => description),
    hint: `Try changing '${target}' to one of the following: ${paths}. Find the desired relationship in the 'details' key.`,
  });
}
