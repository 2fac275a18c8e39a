import type { Attempt } from '../types.ts';
import { openClient } from './merges.ts';
import { outcomeOf } from './outcome.ts';

type Act = 'request_client_deletion' | 'confirm_client_deletion' | 'withdraw_client_deletion';

/** On a client of its own, since a super user's call can delete it. */
const act =
  (name: Act | 'preview_client_deletion' | 'deletion_of_client') =>
  async ({ client, fixtures }: Attempt) =>
    outcomeOf(await client.rpc(name, { client_id: await openClient(fixtures) }));

export const deletionOperations = {
  'preview the deletion of a client': act('preview_client_deletion'),
  'ask to delete a client': act('request_client_deletion'),
  'agree to a deletion that no one asked for': act('confirm_client_deletion'),
  'withdraw a deletion': act('withdraw_client_deletion'),
  'read whether a client is to be deleted': act('deletion_of_client'),
  'list the clients that are to be deleted': async ({ client }: Attempt) =>
    outcomeOf(await client.rpc('waiting_client_deletions')),
};
