import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Client, ClientKind, Relation, Right } from '#domain/clients/membership.ts';

/** The clients that the person works for, the own one first. */
export function myClientsQuery(userId: string) {
  return queryOptions({
    queryKey: ['my-clients', userId] as const,
    queryFn: async ({ signal }): Promise<Client[]> => {
      const data = await dataOf(rest.rpc('my_clients'), signal);
      return data.map((row) => ({
        clientId: row.client_id,
        name: row.name,
        kind: row.kind as ClientKind,
        relation: row.relation as Relation,
        rights: row.rights as Right[],
        lastYear: row.last_year,
        isOwn: row.client_id === userId || row.merged.includes(userId),
        merged: row.merged,
      }));
    },
    // So that on the next visit, the line about the client has its place from the start, and a merged login its client.
    meta: {
      keeps: (clients) =>
        Array.isArray(clients) && (clients.length > 1 || clients.some(({ merged }) => merged.length > 0)),
    },
  });
}
