import { queryOptions, useQuery } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { functionQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import type { Database } from '#contract/generated/database.ts';
import { birthDateAnswer } from '#domain/clients/invitations.ts';
import type { ClientKind, Right } from '#domain/clients/membership.ts';
import { isTaxNumberKind, type TaxNumberKind } from '#domain/clients/tax-number.ts';

export type Member = RowOf<'case_members'>;
export type Invitation = RowOf<'client_invitations'>;

type Texts<Name extends string> = Readonly<Partial<Record<Name, string>>>;
export type Contact = Texts<'first_name' | 'last_name' | 'email' | 'phone'>;
export type Address = Texts<'street' | 'apartment' | 'city' | 'state' | 'zip'>;

type DetailsRow = Database['public']['Tables']['client_details']['Row'];
type Facts = 'tags' | 'preparer_id' | 'reviewer_id' | 'client_since' | 'tax_id_last4' | 'archived_at';

export interface Details extends Pick<DetailsRow, Facts> {
  readonly addresses: readonly Address[];
  readonly contacts: readonly Contact[];
}

const noDetails: Details = {
  addresses: [],
  contacts: [],
  tags: [],
  preparer_id: null,
  reviewer_id: null,
  client_since: null,
  tax_id_last4: null,
  archived_at: null,
};

const keyOf = (clientId: string) => ['case', clientId, 'people'] as const;

/** What kind of client it is, with what the office keeps about it. */
export function clientDetailsQuery(clientId: string) {
  return queryOptions({
    queryKey: [...keyOf(clientId), 'details'] as const,
    queryFn: async ({ signal }): Promise<{ kind: ClientKind; details: Details }> => {
      const columns = Object.keys(noDetails).join(', ');
      const details = rest.from('client_details').select(columns).eq('client_id', clientId);
      const [client, found] = await Promise.all([
        dataOf(rest.from('clients').select('kind').eq('id', clientId).abortSignal(signal).single()),
        dataOf(details.abortSignal(signal).maybeSingle<Details>()),
      ]);
      return { kind: client.kind as ClientKind, details: found ?? noDetails };
    },
  });
}

/** Everyone who belongs or belonged to the client, its own person first. */
export const membersQuery = (clientId: string) =>
  functionQuery([...keyOf(clientId), 'members'], 'case_members', { client_id: clientId });

/** The other clients that the client's own person belongs to. */
export const otherClientsQuery = (clientId: string) =>
  functionQuery([...keyOf(clientId), 'other-clients'], 'clients_of_person', { person_id: clientId });

/** Whether the client can log in; true while this is not known. */
export function useHasLogin(clientId: string): boolean {
  const { data } = useQuery(membersQuery(clientId));
  return !data?.some(({ user_id, has_login }) => user_id === clientId && !has_login);
}

/** Whether the member can log in now and has this right. */
const hasRight = ({ has_login, is_deactivated, rights, ends_at }: Member, right: Right): boolean =>
  has_login &&
  !is_deactivated &&
  rights.includes(right) &&
  (ends_at === null || Date.parse(ends_at) > Date.now());

/** Whether no one can log in and approve for the client; false while this is not known. */
export function useSignsOnPaper(clientId: string): boolean {
  const { data } = useQuery(membersQuery(clientId));
  return data !== undefined && !data.some((member) => hasRight(member, 'sign'));
}

/** Whether the client has someone who may confirm access in their own account; false while this is not known. */
export function useHasManager(clientId: string): boolean {
  const { data = [] } = useQuery(membersQuery(clientId));
  return data.some((member) => hasRight(member, 'manage'));
}

/** Those who get the letters to the client, its own person first. */
export const letterReadersQuery = (clientId: string) =>
  functionQuery([...keyOf(clientId), 'letter-readers'], 'letter_readers', { client_id: clientId });

/** Whether there are any. A client's own address is reason enough. */
export function useGetsEmails({ user_id, email }: Profile): boolean {
  const { data = [] } = useQuery({ ...letterReadersQuery(user_id), enabled: email === '' });
  return email !== '' || data.length > 0;
}

/** The open invitations; those that wait to be confirmed come first. */
export const invitationsQuery = (clientId: string) =>
  functionQuery([...keyOf(clientId), 'invitations'], 'client_invitations', { client_id: clientId });

/** Digits; '' for what the form doesn't have. */
export type KnownFromForm = Readonly<Record<'tax_id_last4' | 'birth_date', string>>;

/** The answers for an invitation that the newest form has. */
export function knownFromFormQuery(clientId: string) {
  return queryOptions({
    queryKey: [...keyOf(clientId), 'known-from-form'] as const,
    queryFn: async ({ signal }): Promise<KnownFromForm> => {
      const forms = rest.from('tax_forms').select('form_data').eq('user_id', clientId);
      const newest = forms.order('year', { ascending: false }).limit(1).abortSignal(signal);
      const found = await dataOf(newest.maybeSingle<{ form_data: Record<string, string | undefined> }>());
      const form = found?.form_data ?? {};
      return { tax_id_last4: form.ssn?.slice(-4) ?? '', birth_date: birthDateAnswer(form) };
    },
    gcTime: 0,
  });
}

/** `confirmed_by_name` is null if it wasn't one of the staff. */
type TakeOver = RowOf<'take_over_of', 'confirmed_by_name'>;

/** Who took over the client by a code; null if no one did in the past 30 days. */
export const takeOverQuery = (clientId: string) => ({
  ...functionQuery([...keyOf(clientId), 'take-over'], 'take_over_of', { client_id: clientId }),
  select: ([first]: TakeOver[]): TakeOver | null => first ?? null,
});

export interface KeptNumber {
  readonly kind: TaxNumberKind;
  /** "***-**-6789" */
  readonly masked: string;
  /** The number was changed if this changed. */
  readonly updatedAt: string;
}

/** The whole tax number that the office keeps, masked; null if there is none. */
export function taxNumberQuery(clientId: string) {
  return queryOptions({
    queryKey: [...keyOf(clientId), 'tax-number'] as const,
    queryFn: async ({ signal }): Promise<KeptNumber | null> => {
      const kept = rest.from('client_tax_numbers').select('kind, tax_number, updated_at');
      const data = await dataOf(kept.eq('user_id', clientId).abortSignal(signal).maybeSingle());
      if (!data || !isTaxNumberKind(data.kind)) return null;
      return { kind: data.kind, masked: data.tax_number, updatedAt: data.updated_at };
    },
  });
}

export async function saveTaxNumber(clientId: string, kind: TaxNumberKind, number: string): Promise<void> {
  const row = { user_id: clientId, kind, tax_number: number };
  await done(rest.from('client_tax_numbers').upsert(row, { onConflict: 'user_id' }));
}

export const deleteTaxNumber = (clientId: string) =>
  done(rest.from('client_tax_numbers').delete().eq('user_id', clientId));

/** Resolves to the nine digits. The server records the access first, with the reason. */
export async function revealTaxNumber(clientId: string, reason: string): Promise<string> {
  return dataOf(rest.rpc('reveal_client_tax_number', { client_id: clientId, reason }));
}

/** After a reveal, if a colleague has changed the number meanwhile. */
export const refetchTaxNumber = (clientId: string) => invalidate(taxNumberQuery(clientId).queryKey);

/** Runs an action of staff, then refetches what the case and the list show of the client. */
export function useMemberAction(clientId: string) {
  return useAction(() => invalidate(keyOf(clientId), ['clients'], ['queues']));
}
