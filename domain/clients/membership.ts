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
  /** The person's own. */
  readonly isOwn: boolean;
}

export const may = ({ rights }: Pick<Client, 'rights'>, right: Right): boolean => rights.includes(right);

/** The client with this id that a person works for: their own, or one of the list. Null if it is neither. */
export function chooseClient(
  wanted: string,
  own: Client,
  clients: readonly Client[] | undefined,
): Client | null {
  if (wanted === own.clientId) return own;
  return clients?.find(({ clientId }) => clientId === wanted) ?? null;
}
