import type { ReadSql } from './bounded-sql.ts';
import { boundedRows, embeddedRows, formedRows, JSON_ROW } from './bounded-sql.ts';
import { sortableSql } from './field-sql.ts';
import { identifier, inPublic, type Parameters } from './parameters.ts';
import { type Embed, embedsOf, findEmbed, type ReadNode } from './plan-read.ts';

/**
 * The lateral join for an embedded relation. Its column `j` has the rows as JSON, or null; `n` is their number including
 * nested rows, if there can be several; `s0`, `s1`, ... are spread columns; `o0`, `o1`, ... are for the outer order.
 */
export function joinSql(outer: ReadNode, embed: Embed, rows: ReadSql, parameters: Parameters): string {
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
export function embeddedColumns(embed: Embed, rows: ReadSql): { value: string; name: string }[] {
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
