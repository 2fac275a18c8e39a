import { RestError } from '../errors.ts';
import type { Condition, OrderTerm, SelectedField, SelectedRelation, SelectItem } from '../query/ast.ts';
import { type RestQuery, refuse } from '../query/parse-query.ts';
import { findRelationship, type Relationship } from '../schema/relationships.ts';
import type { Relation, SchemaCache } from '../schema/schema-cache.ts';

/** A read of one relation, including embedded relations. */
export interface ReadNode {
  relation: Relation;
  alias: string;
  items: PlannedItem[];
  conditions: Condition[];
  order: OrderTerm[];
  limit?: bigint | undefined;
  offset?: bigint | undefined;
}

export type PlannedItem = { kind: 'star' } | SelectedField | Embed;

export interface Embed {
  kind: 'embed';
  /** The key in the response, and the prefix of its filters. */
  name: string;
  /** The relation's name in the query. Filters can use it too if the embed has an alias. */
  relationName: string;
  relationship: Relationship;
  spread: boolean;
  inner: boolean;
  /** The alias of its lateral join, whose column `j` has its JSON. */
  join: string;
  node: ReadNode;
}

/** For all levels together. The widest table has about twenty columns. */
const MAX_COLUMNS = 200;
/** Each to-many relation multiplies the work by its rows. */
const MAX_TO_MANY = 10;
const MAX_TO_MANY_DEPTH = 3;

const ALL_COLUMNS: SelectItem[] = [{ kind: 'star' }];

/** Plans a read: assigns each part of the query to its relation. Throws `RestError`. */
export function planRead(cache: SchemaCache, relation: Relation, query: RestQuery): ReadNode {
  let count = 0;
  let columns = 0;
  let toMany = 0;
  const plan = (of: Relation, items: readonly SelectItem[], depth: number): ReadNode => {
    const node: ReadNode = { relation: of, alias: `t${count++}`, items: [], conditions: [], order: [] };
    for (const { kind } of items) columns += kind === 'star' ? of.columns.size : 1;
    if (columns > MAX_COLUMNS) throw tooMany(`An answer has at most ${MAX_COLUMNS} columns.`);
    node.items = items.map((item) => (item.kind === 'relation' ? embed(of, item, depth) : item));
    return node;
  };
  const embed = (origin: Relation, item: SelectedRelation, depth: number): Embed => {
    const relationship = findRelationship(cache, origin, item.relation, item.hint);
    const level = depth + (relationship.toMany ? 1 : 0);
    if (relationship.toMany) toMany += 1;
    if (level > MAX_TO_MANY_DEPTH || toMany > MAX_TO_MANY) {
      throw tooMany(
        `An answer has at most ${MAX_TO_MANY} relations of many rows, at most ${MAX_TO_MANY_DEPTH} within each other.`,
      );
    }
    if (item.spread && relationship.toMany) {
      throw new RestError('PGRST127', { details: 'Spreading rows of a to-many relationship' });
    }
    const node = plan(relationship.target, item.items, level);
    return {
      kind: 'embed',
      name: item.alias ?? item.relation,
      relationName: item.relation,
      relationship,
      spread: item.spread,
      inner: item.inner,
      join: `e${node.alias.slice(1)}`,
      node,
    };
  };

  const root = plan(relation, query.select ?? ALL_COLUMNS, 0);
  for (const { path, condition } of query.conditions) at(root, path).conditions.push(condition);
  for (const { path, value } of query.orders) at(root, path).order.push(...value);
  for (const { path, value } of query.limits) at(root, path).limit = value;
  for (const { path, value } of query.offsets) at(root, path).offset = value;
  return root;
}

export function embedsOf(node: ReadNode): Embed[] {
  return node.items.filter((item) => item.kind === 'embed');
}

/** Finds an embed by its alias, or else by its relation's name. */
export function findEmbed(embeds: readonly Embed[], name: string | undefined): Embed | undefined {
  return (
    embeds.find((embed) => embed.name === name) ?? embeds.find(({ relationName }) => relationName === name)
  );
}

function at(root: ReadNode, path: readonly string[]): ReadNode {
  return path.reduce((node, name) => {
    const found = findEmbed(embedsOf(node), name);
    if (!found) throw notEmbedded(name);
    return found.node;
  }, root);
}

export function notEmbedded(name: string): RestError {
  return new RestError('PGRST108', {
    message: `'${name}' is not an embedded resource in this request`,
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
}

function tooMany(details: string): RestError {
  return new RestError('54011', { message: 'The answer has too many columns or relations', details });
}

/** Throws PGRST100 for parameters that are only for writes. */
export function refuseWriteParameters(query: RestQuery): void {
  if (query.columns) refuse('"columns" is for POST and PATCH only');
  if (query.onConflict) refuse('"on_conflict" is for POST only');
}
