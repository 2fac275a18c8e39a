import { RestError } from '#server/http/wire-error.ts';
import type { Condition, OrderTerm, SelectedField, SelectedRelation, SelectItem } from '../query/ast.ts';
import { type RestQuery, refuse } from '../query/parse-query.ts';
import { findRelationship, type Relationship } from '../schema/relationships.ts';
import type { Relation, SchemaCache } from '../schema/schema-cache.ts';

/** What is to be read from one relation, its embedded ones included. */
export interface ReadNode {
  relation: Relation;
  alias: string;
  items: PlannedItem[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: bigint | undefined;
  offset: bigint | undefined;
}

export type PlannedItem = { kind: 'star' } | SelectedField | Embed;

export interface Embed {
  kind: 'embed';
  /** The key in the answer, and the first word of the filters that are about it. */
  name: string;
  relationship: Relationship;
  spread: boolean;
  inner: boolean;
  /** The alias of its lateral join, whose column `j` has its JSON. */
  join: string;
  node: ReadNode;
}

const EVERYTHING: SelectItem[] = [{ kind: 'star' }];

/** Puts each part of the query at its relation. */
export function planRead(cache: SchemaCache, relation: Relation, query: RestQuery): ReadNode {
  let count = 0;
  const plan = (of: Relation, items: readonly SelectItem[]): ReadNode => {
    const node = emptyNode(of, `t${count++}`);
    node.items = items.map((item) => (item.kind === 'relation' ? embed(of, item) : item));
    return node;
  };
  const embed = (origin: Relation, item: SelectedRelation): Embed => {
    const relationship = findRelationship(cache, origin, item.relation, item.hint);
    if (item.spread && relationship.toMany) {
      throw new RestError('PGRST127', { details: 'Spreading rows of a to-many relationship' });
    }
    const node = plan(relationship.target, item.items);
    const { spread, inner } = item;
    return {
      kind: 'embed',
      name: item.alias ?? item.relation,
      relationship,
      spread,
      inner,
      join: `e${node.alias.slice(1)}`,
      node,
    };
  };

  const root = plan(relation, query.select ?? EVERYTHING);
  for (const { path, condition } of query.conditions) at(root, path).conditions.push(condition);
  for (const { path, value } of query.orders) at(root, path).order.push(...value);
  for (const { path, value } of query.limits) at(root, path).limit = value;
  for (const { path, value } of query.offsets) at(root, path).offset = value;
  return root;
}

export function embedsOf(node: ReadNode): Embed[] {
  return node.items.filter((item) => item.kind === 'embed');
}

function at(root: ReadNode, path: readonly string[]): ReadNode {
  return path.reduce((node, name) => {
    const found = embedsOf(node).find((embed) => embed.name === name);
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

function emptyNode(relation: Relation, alias: string): ReadNode {
  return {
    relation,
    alias,
    items: [],
    conditions: [],
    order: [],
    limit: undefined,
    offset: undefined,
  };
}

/** Refuses what only writes can use. */
export function refuseWriteParameters(query: RestQuery): void {
  if (query.columns) refuse('"columns" is for POST and PATCH only');
  if (query.onConflict) refuse('"on_conflict" is for POST only');
}
