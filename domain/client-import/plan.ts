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
  const clients = new ClientsOfList();
  const refused: { row: number; problem: Refusal }[] = [];
  const repeated: { row: number; of: number }[] = [];
  const leftOut = new Map<number, readonly LeftOut[]>();
  for (const { line, cells } of rows) {
    const read = clientIn(line, cells, mapping);
    if ('refused' in read) {
      refused.push({ row: line, problem: read.refused });
      continue;
    }
    if (read.leftOut.length > 0) leftOut.set(line, read.leftOut);
    const outcome = clients.add(read.client);
    if (outcome === 'another') refused.push({ row: line, problem: 'email_of_another' });
    else if (outcome !== 'added') repeated.push({ row: line, of: outcome.row });
  }
  return { clients: clients.all, refused, repeated, leftOut };
}

/** The clients so far, found by what they have in common. */
class ClientsOfList {
  readonly all: ImportedClient[] = [];
  readonly #at = new Map<string, number[]>();

  /** Adds a client, or what the row says more about an earlier one. */
  add(client: ImportedClient): 'added' | 'another' | ImportedClient {
    let isAnother = false;
    for (const at of this.#near(client)) {
      const earlier = this.all[at];
      if (!earlier) continue;
      const like = likeness(earlier, client);
      if (like === 'same') {
        const whole = together(earlier, client);
        this.all[at] = whole;
        this.#note(whole, at);
        return whole;
      }
      isAnother ||= like === 'another';
    }
    if (isAnother) return 'another';
    this.#note(client, this.all.push(client) - 1);
    return 'added';
  }

  #near(client: ImportedClient): Set<number> {
    return new Set(tracesOf(client).flatMap((trace) => this.#at.get(trace) ?? []));
  }

  #note(client: ImportedClient, at: number): void {
    for (const trace of tracesOf(client)) {
      const known = this.#at.get(trace);
      if (!known) this.#at.set(trace, [at]);
      else if (!known.includes(at)) known.push(at);
    }
  }
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
