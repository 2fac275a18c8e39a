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
    ...byForeignKey(cache, key, source.name, target, 'to-one'),
    ...byForeignKey(cache, key, source.name, target, 'to-many'),
  ]);
  // A table's name takes precedence over a column or constraint with the same name.
  const named = direct.filter(({ byKey }) => !byKey);
  const chosen = named.length > 0 ? named : direct;
  return [...chosen, ...manyToMany(cache, source.name, target)];
}

/** To the row that the source's key names, or to the rows whose key names the source. */
function byForeignKey(
  cache: SchemaCache,
  key: ForeignKey,
  source: string,
  target: string,
  direction: 'to-one' | 'to-many',
): Candidate[] {
  const isToOne = direction === 'to-one';
  const [own, other] = isToOne ? [key.from, key.to] : [key.to, key.from];
  // For a self-reference, the table's name means to-many, and the column's name means to-one.
  const isSelf = key.from === key.to;
  const byTable = other === target && !(isToOne && isSelf);
  const byColumn = isToOne && key.columns.length === 1 && key.columns[0] === target;
  const byName = key.name === target && (isToOne || !isSelf);
  const relation = cache.relations.get(other);
  if (own !== source || !relation || !(byTable || byColumn || byName)) return [];
  const ofMany = isToOne ? 'many-to-one' : 'one-to-many';
  const [outer, inner] = isToOne ? [key.columns, key.toColumns] : [key.toColumns, key.columns];
  return [
    {
      target: relation,
      toMany: !isToOne && !key.oneToOne,
      on: outer.map((column, at) => ({ outer: column, inner: inner[at] ?? '' })),
      junction: undefined,
      hints: [key.name, ...key.columns, ...key.toColumns],
      description: {
        cardinality: key.oneToOne ? 'one-to-one' : ofMany,
        embedding: `${source} with ${other}`,
        relationship: `${key.name} using ${key.from}(${key.columns.join(', ')}) and ${key.to}(${key.toColumns.join(', ')})`,
      },
      byKey: !byTable,
    },
  ];
}

/** Through a junction table whose primary key contains both foreign keys. */
function manyToMany(cache: SchemaCache, source: string, target: string): Candidate[] {
  const relation = cache.relations.get(target);
  if (!relation) return [];
  const isJunction = (near: ForeignKey, far: ForeignKey) => {
    const primaryKey = cache.relations.get(near.from)?.primaryKey ?? [];
    return [...near.columns, ...far.columns].every((column) => primaryKey.includes(column));
  };
  const paths = cache.foreignKeys
    .filter(({ to }) => to === source)
    .flatMap((near) =>
      cache.foreignKeys
        .filter((far) => far !== near && far.from === near.from && far.to === target && isJunction(near, far))
        .map((far) => ({ near, far })),
    );
  return paths.map(({ near, far }) => ({
    target: relation,
    toMany: true,
    on: near.columns.map((inner, at) => ({ outer: near.toColumns[at] ?? '', inner })),
    junction: {
      name: near.from,
      on: far.columns.map((junction, at) => ({ junction, target: far.toColumns[at] ?? '' })),
    },
    hints: [near.from, near.name, far.name],
    description: {
      cardinality: 'many-to-many',
      embedding: `${source} with ${target}`,
      relationship: `${near.from} using ${near.name}(${near.columns.join(', ')}) and ${far.name}(${far.columns.join(', ')})`,
    },
    byKey: false,
  }));
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
