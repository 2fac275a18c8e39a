/** What a member of a client may do; `client_members.rights`. */
export const allRights = ['see', 'upload', 'answer', 'sign', 'manage'] as const;
export type Right = (typeof allRights)[number];
export type Relation = 'self' | 'spouse' | 'owner' | 'helper';
export type ClientKind = 'person' | 'couple' | 'business';

/** A client that a person works for. */
export interface Client {
  readonly clientId: string;
  readonly name: string;
  readonly kind: ClientKind;
  readonly relation: Relation;
  readonly rights: readonly Right[];
  /** The person sees only what is of this year or earlier. */
  readonly lastYear: number | null;
  /** The person's own, or the one that their own was merged into. */
  readonly isOwn: boolean;
  /** Ids of clients of the person that were merged into this one. */
  readonly merged: readonly string[];
}

export const may = ({ rights }: Pick<Client, 'rights'>, right: Right): boolean => rights.includes(right);

/** The client with this id that a person works for, or that it was merged into. Null if it is none of theirs. */
export function chooseClient(
  wanted: string,
  own: Client,
  clients: readonly Client[] | undefined,
): Client | null {
  const found = clients?.find(({ clientId, merged }) => clientId === wanted || merged.includes(wanted));
  if (wanted !== own.clientId) return found ?? null;
  // Not in a list that the server gives empty, since it waits for the second factor.
  if (found === undefined) return own;
  if (found.clientId !== wanted) return found;
  return isDead(found) ? null : own;
}

/** Whether the person's own client was merged into one that they don't see. */
export const hasNoOwnClient = (clients: readonly Client[] | undefined): boolean =>
  clients?.some((client) => client.isOwn && isDead(client)) ?? false;

/** A merge leaves the right to see, which a person's own client never has alone. */
const isDead = (own: Client): boolean => own.merged.length === 0 && !may(own, 'answer');
