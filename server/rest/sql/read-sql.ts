import { RestError } from '../errors.ts';
import type { Format } from '../media.ts';
import type { Filter, OrderTerm, SelectedField } from '../query/ast.ts';
import type { Relation } from '../schema/schema-cache.ts';
import {
  boundedRows,
  embeddedRows,
  formedRows,
  JSON_ROW,
  type ReadSql,
  type SelectedColumn,
} from './bounded-sql.ts';
import { isExact, type SpecialFilter, whereSql } from './condition-sql.ts';
import { fieldName, fieldSql, orderSql, sortableSql } from './field-sql.ts';
import { identifier, inPublic, type Parameters } from './parameters.ts';
import {
  type Embed,
  embedsOf,
  findEmbed,
  notEmbedded,
  type PlannedItem,
  type ReadNode,
} from './plan-read.ts';

/**
 * Puts the content of sealed columns into a response. PostgreSQL builds the response with placeholders for columns that
 * the caller may read unsealed; they are replaced here. Placeholders start with a random token per request, so stored
 * values can't contain one.
 */
export interface SealReader {
  /** The expression to select instead of the column; undefined for an ordinary column. The token is a parameter. */
  columnSql(relation: Relation, alias: string, column: string, parameters: Parameters): string | undefined;
  /** The columns that the placeholders need. */
  requiredColumns(relation: Relation): readonly string[];
  /** Replaces all placeholders of a body. Throws 54000 if it becomes too large. */
  unseal(body: string | null, format: Format): Promise<string | null>;
}

export interface ReadOptions {
  /** The maximum number of rows of the relation and of each to-many embed; undefined for all. */
  maxRows: number | undefined;
  /** Whether there can be only one row. */
  single?: boolean;
  /** Whether to list the columns instead of `*`. */
  expandStars: boolean;
  /** Replaces sealed columns by placeholders. */
  sealReader?: SealReader | undefined;
}

export function readSql(node: ReadNode, parameters: Parameters, options: ReadOptions): ReadSql {
  const embedded = new Map<Embed, ReadSql>();
  for (const item of node.items) {
    if (item.kind !== 'embed') continue;
    const inner = { ...options, single: !item.relationship.toMany, expandStars: item.spread };
    embedded.set(item, readSql(item.node, parameters, inner));
  }
  const embeds = [...embedded.keys()];
  const columns = node.items.flatMap((item) => columnsOf(node, item, embedded, parameters, options));
  const tested = new Set<Embed>();
  const order = node.order.map((term, at) => orderTermSql(node, embeds, term, at, parameters));
  return {
    columns,
    select: columns
      .map(({ value, name }) => (name === undefined ? value : `${value} as ${identifier(name)}`))
      .join(', '),
    joins: [...embedded].map(([embed, rows]) => joinSql(node, embed, rows, parameters)).join(''),
    where: whereSql(node, node.conditions, parameters, embedFilter(node, embeds, tested)),
    order: order.length === 0 ? '' : ` order by ${order.join(', ')}`,
    limit: limitSql(node, parameters, options.single ? 1 : options.maxRows),
    joinsFilter: tested.size > 0 || embeds.some(({ inner }) => inner),
  };
}

function columnsOf(
  node: ReadNode,
  item: PlannedItem,
  embedded: ReadonlyMap<Embed, ReadSql>,
  parameters: Parameters,
  { expandStars, sealReader }: ReadOptions,
): SelectedColumn[] {
  const alias = identifier(node.alias);
  const placeholderSql = (name: string) => sealReader?.columnSql(node.relation, node.alias, name, parameters);
  if (item.kind === 'star') {
    const sealed = (sealReader?.requiredColumns(node.relation) ?? []).length > 0;
    if (!expandStars && !sealed) return [{ value: `${alias}.*`, name: undefined }];
    return [...node.relation.columns.keys()].map((name) => ({
      value: placeholderSql(name) ?? `${alias}.${identifier(name)}`,
      name,
    }));
  }
  if (item.kind === 'embed') {
    const rows = embedded.get(item);
    return rows ? embeddedColumns(item, rows) : [];
  }
  if (isCount(node, item)) {
    if (node.items.length > 1) {
      throw new RestError('42803', { details: `"count" is the only thing that its list may select` });
    }
    return [{ value: 'count(*)', name: item.alias ?? 'count' }];
  }
  // A JSON path into a sealed column, or a cast, reads the stored value.
  const whole = item.field.path.length === 0 && item.cast === undefined;
  const value =
    (whole ? placeholderSql(item.field.name) : undefined) ?? fieldSql(node, item.field, parameters);
  return [
    {
      value: item.cast === undefined ? value : `cast(${value} as ${item.cast})`,
      name: item.alias ?? fieldName(item.field),
    },
  ];
}

/** `relation(count)` returns the number of rows. A column with that name takes precedence. */
function isCount({ relation }: ReadNode, { field: { name, path } }: SelectedField): boolean {
  return name === 'count' && path.length === 0 && !relation.columns.has(name) && !relation.computed.has(name);
}

function orderTermSql(
  node: ReadNode,
  embeds: readonly Embed[],
  term: OrderTerm,
  position: number,
  parameters: Parameters,
): string {
  if (term.relation === undefined) return orderSql(sortableSql(node, term.field, parameters), term);
  const embed = findEmbed(embeds, term.relation);
  if (!embed) throw notEmbedded(term.relation);
  if (embed.relationship.toMany) {
    throw new RestError('PGRST118', {
      message: `A related order on '${term.relation}' is not possible`,
      details: `'${node.relation.name}' and '${term.relation}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return orderSql(`${identifier(embed.join)}."o${position}"`, term);
}

/** `relation=is.null`: rows without embedded rows. A column with that name takes precedence. */
function embedFilter(node: ReadNode, embeds: readonly Embed[], tested: Set<Embed>): SpecialFilter {
  return ({ field, test }: Filter) => {
    if (field.path.length > 0 || node.relation.columns.has(field.name)) return undefined;
    const embed = findEmbed(embeds, field.name);
    if (!embed) return undefined;
    if (test.kind !== 'is' || (test.value !== 'null' && test.value !== 'not_null')) {
      throw new RestError('PGRST120', {
        message: `Bad operator on the '${field.name}' embedded resource`,
        details: 'Only is null or not is null filters are allowed on embedded resources',
      });
    }
    tested.add(embed);
    return `${identifier(embed.join)}."j" is ${test.value === 'null' ? '' : 'not '}null`;
  };
}

/** Few, so that a connection keeps few statements. */
const USUAL_LIMITS = new Set([1n, 10n, 20n, 25n, 50n, 100n, 200n, 500n, 1000n]);

/**
 * A usual limit is written into a read that names a row or its owner. If PostgreSQL doesn't know the number, it takes a plan
 * for all values to be so slow that it plans each request anew, which takes longer than such a read. For other reads that
 * is right: what is best for a rare value is not for a common one.
 */
function limitSql(
  { limit, offset, conditions }: ReadNode,
  parameters: Parameters,
  maxRows: number | undefined,
): string {
  const most = maxRows === undefined ? undefined : BigInt(maxRows);
  const rows = limit === undefined || (most !== undefined && most < limit) ? most : limit;
  const isKnown =
    rows !== undefined &&
    USUAL_LIMITS.has(rows) &&
    conditions.some((condition) => isExact(condition, (name) => /(^|_)id$/.test(name)));
  return [
    rows === undefined ? '' : ` limit ${isKnown ? rows : parameters.add(String(rows), 'bigint')}`,
    offset === undefined || offset === 0n ? '' : ` offset ${parameters.add(String(offset), 'bigint')}`,
  ].join('');
}

/**
 * The lateral join for an embedded relation. Its column `j` has the rows as JSON, or null; `n` is their number including
 * nested rows, if there can be several; `s0`, `s1`, ... are spread columns; `o0`, `o1`, ... are for the outer order.
 */
function joinSql(outer: ReadNode, embed: Embed, rows: ReadSql, parameters: Parameters): string {
  const on = `${matchSql(outer, embed)}${rows.where === '' ? '' : ` and ${rows.where}`}`;
  const from = `from ${fromSql(embed)}`;
  const select = rows.select === '' ? '1 as "_"' : rows.select;
  const inside = embeddedRows(embed.node);
  const many = () => boundedRows(formedRows(embed.node, rows, from, ` where ${on}`, JSON_ROW), JSON_ROW);
  const lateral = embed.relationship.toMany
    ? `select json_agg("j") as "j", sum("n")::int as "n" from (${many()}) as "b"`
    : `select ${[
        embed.spread ? '1 as "j"' : `(select row_to_json("r".*) from (select ${select}) as "r") as "j"`,
        ...(inside === undefined ? [] : [`${inside} as "n"`]),
        ...(embed.spread ? rows.columns.map(({ value }, at) => `${value} as "s${at}"`) : []),
        ...sortColumns(outer, embed, parameters),
      ].join(', ')} ${from}${rows.joins} where ${on}${rows.order}${rows.limit}`;
  const alias = identifier(embed.join);
  const join = embed.inner ? `join lateral (${lateral}) as ${alias} on ${alias}."j" is not null` : undefined;
  return ` ${join ?? `left join lateral (${lateral}) as ${alias} on true`}`;
}

/** The columns of the outer select for an embedded relation. */
function embeddedColumns(embed: Embed, rows: ReadSql): { value: string; name: string }[] {
  if (rows.columns.length === 0) return [];
  const alias = identifier(embed.join);
  if (embed.spread) {
    return rows.columns.map(({ name }, at) => ({ value: `${alias}."s${at}"`, name: name ?? '' }));
  }
  const json = `${alias}."j"`;
  return [{ value: embed.relationship.toMany ? `coalesce(${json}, '[]')` : json, name: embed.name }];
}

function sortColumns(outer: ReadNode, embed: Embed, parameters: Parameters): string[] {
  return outer.order.flatMap((term, at) =>
    term.relation !== undefined && findEmbed(embedsOf(outer), term.relation) === embed
      ? [`${sortableSql(embed.node, term.field, parameters)} as "o${at}"`]
      : [],
  );
}

function fromSql({ node, relationship: { junction } }: Embed): string {
  const target = `${inPublic(node.relation.name)} as ${identifier(node.alias)}`;
  if (!junction) return target;
  const between = junctionAlias(node);
  const on = junction.on.map(
    (pair) =>
      `${between}.${identifier(pair.junction)} = ${identifier(node.alias)}.${identifier(pair.target)}`,
  );
  return `${target} join ${inPublic(junction.name)} as ${between} on ${on.join(' and ')}`;
}

function matchSql(outer: ReadNode, { node, relationship }: Embed): string {
  const inner = relationship.junction ? junctionAlias(node) : identifier(node.alias);
  return relationship.on
    .map(
      (pair) => `${inner}.${identifier(pair.inner)} = ${identifier(outer.alias)}.${identifier(pair.outer)}`,
    )
    .join(' and ');
}

function junctionAlias(node: ReadNode): string {
  return identifier(`j${node.alias}`);
}
