import { clientIn, type LeftOut } from './client-row.ts';
import type { Mapping } from './fields.ts';
import { likeness, tracesOf } from './identity.ts';
import type { ImportedClient } from './imported-client.ts';
import type { ClientList } from './read-list.ts';

export type Refusal = 'no_name' | 'name_too_long' | 'email_of_another' | 'several_clients' | 'not_accepted';

export interface ImportPlan {
  /** Each client once, in the order of the list. */
  clients: readonly ImportedClient[];
  refused: readonly { row: number; problem: Refusal }[];
  /** Rows that are about the client of an earlier row. */
  repeated: readonly { row: number; of: number }[];
  leftOut: ReadonlyMap<number, readonly LeftOut[]>;
}

/** What a list says, before anyone looks which clients are known. */
export function planImport({ rows }: Pick<ClientList, 'rows'>, mapping: Mapping): ImportPlan {
  const clients: ImportedClient[] = [];
  /** Where the clients are that have a trace. */
  const places = new Map<string, Set<number>>();
  const refused: { row: number; problem: Refusal }[] = [];
  const repeated: { row: number; of: number }[] = [];
  const leftOut = new Map<number, readonly LeftOut[]>();
  const keep = (client: ImportedClient, at: number) => {
    clients[at] = client;
    for (const trace of tracesOf(client)) {
      const known = places.get(trace) ?? new Set();
      places.set(trace, known.add(at));
    }
  };
  for (const { line: row, cells } of rows) {
    const read = clientIn(row, cells, mapping);
    if ('refused' in read) {
      refused.push({ row, problem: read.refused });
      continue;
    }
    const { client } = read;
    if (read.leftOut.length > 0) leftOut.set(row, read.leftOut);
    const near = new Set(tracesOf(client).flatMap((trace) => [...(places.get(trace) ?? [])]));
    const alike = [...near].flatMap((at) => {
      const earlier = clients[at];
      return earlier ? [{ at, earlier, like: likeness(earlier, client) }] : [];
    });
    const same = alike.find(({ like }) => like === 'same');
    if (same) {
      keep(together(same.earlier, client), same.at);
      repeated.push({ row, of: same.earlier.row });
    } else if (alike.some(({ like }) => like === 'another')) {
      refused.push({ row, problem: 'email_of_another' });
    } else keep(client, clients.length);
  }
  return { clients, refused, repeated, leftOut };
}

/** The earlier row, filled in where it says nothing. */
function together(earlier: ImportedClient, later: ImportedClient): ImportedClient {
  const hasAddress = Object.keys(earlier.address).length > 0;
  const contacts = earlier.contacts.length > 0 ? earlier.contacts : later.contacts;
  return {
    ...earlier,
    kind: earlier.kind === 'person' && contacts.length > 0 ? 'couple' : earlier.kind,
    email: earlier.email || later.email,
    phone: earlier.phone || later.phone,
    address: hasAddress ? earlier.address : later.address,
    contacts,
    tax_id_last4: earlier.tax_id_last4 ?? later.tax_id_last4,
  };
}
