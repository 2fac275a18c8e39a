import { RestError } from '../errors.ts';
import type { ForeignKey, Relation, SchemaCache } from './schema-cache.ts';

/** How the rows of an embedded relation belong to those of the relation around it. */
export interface Relationship {
  target: Relation;
  toMany: boolean;
  /** Pairs of columns that must be equal. With a junction: of the junction's and the outer relation's. */
  on: readonly { outer: string; inner: string }[];
  /** The table between the two of a many-to-many, and its pairs with the target. */
  junction: { name: string; on: readonly { junction: string; target: string }[] } | undefined;
}

interface Candidate extends Relationship {
  /** The names by which a caller may mean this one: constraint, columns, junction. */
  hints: readonly string[];
  description: { cardinality: string; embedding: string; relationship: string };
  /** Found by a column's or a constraint's name, not the target's. */
  byKey: boolean;
}

/** Finds the one foreign key, or pair of them, that joins the two. None or several are the caller's error. */
export function findRelationship(
  cache: SchemaCache,
  origin: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  // A view's or function's columns have no foreign keys, and a relation of another origin has none either.
  const known = cache.relations.get(origin.name) === origin;
  const found = known ? candidates(cache, origin, target) : [];
  const fitting = hint === undefined ? found : found.filter(({ hints }) => hints.includes(hint));
  const [first, second] = fitting;
  if (!first) throw notFound(origin.name, target, hint);
  if (second) throw ambiguous(origin.name, target, fitting);
  return first;
}

function candidates(cache: SchemaCache, origin: Relation, target: string): Candidate[] {
  const direct = cache.foreignKeys.flatMap((key) => [
    ...toOne(cache, key, origin.name, target),
    ...toMany(cache, key, origin.name, target),
  ]);
  // A table's name wins over a column or constraint that happens to be called the same.
  const named = direct.filter(({ byKey }) => !byKey);
  const chosen = named.length > 0 ? named : direct;
  return [...chosen, ...manyToMany(cache, origin.name, target)];
}

function toOne(cache: SchemaCache, key: ForeignKey, origin: string, target: string): Candidate[] {
  if (key.from !== origin) return [];
  const byKey = key.name === target || (key.columns.length === 1 && key.columns[0] === target);
  // From a table to itself the table's name means the many; the one is meant by the column's.
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
        `${origin} with ${key.to}`,
        using(key),
      ),
      byKey: !byTable,
    },
  ];
}

function toMany(cache: SchemaCache, key: ForeignKey, origin: string, target: string): Candidate[] {
  const byTable = key.from === target;
  const byKey = key.name === target && key.to !== key.from;
  const relation = cache.relations.get(key.from);
  if (key.to !== origin || !relation || !(byKey || byTable)) return [];
  return [
    {
      target: relation,
      toMany: !key.oneToOne,
      on: key.columns.map((inner, at) => ({ outer: key.toColumns[at] ?? '', inner })),
      junction: undefined,
      hints: [key.name, ...key.columns, ...key.toColumns],
      description: describe(
        key.oneToOne ? 'one-to-one' : 'one-to-many',
        `${origin} with ${key.from}`,
        using(key),
      ),
      byKey: !byTable,
    },
  ];
}

/** Through a table whose primary key holds both foreign keys. */
function manyToMany(cache: SchemaCache, origin: string, target: string): Candidate[] {
  const relation = cache.relations.get(target);
  if (!relation) return [];
  const ways = cache.foreignKeys.flatMap((near) =>
    near.to === origin
      ? cache.foreignKeys
          .filter((far) => far !== near && far.from === near.from && far.to === target)
          .map((far) => ({ near, far }))
      : [],
  );
  return ways.filter(isJunction(cache)).map(({ near, far }) => ({
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
      `${origin} with ${target}`,
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

function notFound(origin: string, target: string, hint: string | undefined): RestError {
  const by = hint === undefined ? '' : ` using the hint '${hint}'`;
  return new RestError('PGRST200', {
    message: `Could not find a relationship between '${origin}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${target}'${by} in the schema 'public', but no matches were found.`,
  });
}

function ambiguous(origin: string, target: string, found: readonly Candidate[]): RestError {
  const ways = found.map(({ hints }) => `'${target}!${hints[0]}'`).join(', ');
  return new RestError('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${origin}' and '${target}'`,
    details: found.map(({ description }) => description),
    hint: `Try changing '${target}' to one of the following: ${ways}. Find the desired relationship in the 'details' key.`,
  });
}
