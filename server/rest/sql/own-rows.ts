import type { RestQuery } from '../query/parse-query.ts';
import type { RestRequest } from '../request.ts';
import type { Relation } from '../schema/schema-cache.ts';
import { isExact } from './condition-sql.ts';
import { identifier, inPublic } from './parameters.ts';

/** The tables that grow with the office and whose policies say "own clients, or staff", and the column with the client. */
export const CLIENT_COLUMN: Record<string, string> = {
  billing_accounts: 'client_id',
  checklist_documents: 'user_id',
  checklist_items: 'user_id',
  clients: 'id',
  document_events: 'owner_id',
  file_uploads: 'user_id',
  invoices: 'client_id',
  signature_requests: 'client_id',
  tax_form_drafts: 'user_id',
  tax_forms: 'user_id',
  tax_return_events: 'user_id',
  tax_returns: 'user_id',
  thread_messages: 'client_id',
  thread_reads: 'client_id',
};

/**
 * The table that a read is from. Because of "or staff", no index finds the rows that a policy allows, and PostgreSQL would
 * read the whole table for a client who names no client. So their clients are named here. The policy still decides, and
 * for staff whose token is older than their role, `rest.seen_clients` is everyone.
 */
export function tableSql(
  relation: Relation,
  { caller }: Pick<RestRequest, 'caller'>,
  query: RestQuery,
): string {
  const table = inPublic(relation.name);
  const column = CLIENT_COLUMN[relation.name];
  if (column === undefined || caller.role !== 'authenticated' || caller.claims.user_role !== 'client')
    return table;
  const isNamed = query.conditions.some(
    ({ path, condition }) => path.length === 0 && isExact(condition, (name) => [column, 'id'].includes(name)),
  );
  if (isNamed) return table;
  return `(select * from ${table} where ${identifier(column)} = any ((select rest.seen_clients())::uuid[]))`;
}
