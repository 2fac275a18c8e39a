import type { Attempt } from '../types.ts';
import { openClient } from './merges.ts';
import { outcomeOf } from './outcome.ts';

/** On a new client, since the call of a super user can delete it. */
const act =
  (
    name:
      | 'preview_client_deletion'
      | 'deletion_of_client'
      | 'confirm_client_deletion'
      | 'withdraw_client_deletion',
  ) =>
  async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc(name, { client_id: await openClient(fixtures) }));

export const deletionOperations = {
  'preview the deletion of a client': act('preview_client_deletion'),
  'ask to delete a client': async ({ client, fixtures }: Attempt) => {
    const { data } = await client.rpc('preview_client_deletion', { client_id: fixtures.a });
    const alone = (data as { needs_second?: boolean } | null)?.needs_second === false;
    return outcomeOf(
      await client.rpc('request_client_deletion', { client_id: await openClient(fixtures), alone }),
    );
  },
  'agree to a deletion that no one asked for': act('confirm_client_deletion'),
  'withdraw a deletion': act('withdraw_client_deletion'),
  'read whether a client is to be deleted': act('deletion_of_client'),
  'list the clients that are to be deleted': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('waiting_client_deletions')),
};
