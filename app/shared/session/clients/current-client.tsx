import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { allRights, type Client, chooseClient } from '#domain/clients/membership.ts';
import { onRefusal } from '../../api/refusals.ts';
import { onFirstScreen } from '../../browser/first-screen.ts';
import { useSession } from '../session.tsx';
import { clientIn } from './client-page.ts';
import { myClientsQuery } from './my-clients.ts';

// Only inside of the layout of a client's pages, which always gives one.
const Context = createContext({} as Client);

export const CurrentClientProvider = Context;

/** The client that the person works for on this page. Every query, key, and draft of a client's page is by its `clientId`. */
export const useCurrentClient = (): Client => useContext(Context);

/**
 * The client that the address names, else the person's own; null if it is none of the person's, or not known yet. `last`
 * was chosen before. A person without other clients needs no request for the first screen. A login whose client was merged
 * into another one waits for it.
 */
export function useClientChoice(userId: string) {
  const { profile, user } = useSession();
  const { search } = useLocation();
  const wanted = clientIn(search) ?? userId;
  const isMerged = user?.app_metadata.merged === true;
  const [isServed, setServed] = useState(false);
  const { data, error, refetch } = useQuery({
    ...myClientsQuery(userId),
    enabled: isServed || wanted !== userId || isMerged,
  });
  const name = profile ? `${profile.first_name} ${profile.last_name}`.trim() : '';
  const own = useMemo(() => ownClient(userId, name), [userId, name]);
  const client = isMerged && !data ? null : chooseClient(wanted, own, data);
  const [last, setLast] = useState(client);
  if (client && client !== last) setLast(client);

  useEffect(() => {
    const stop = onFirstScreen(() => setServed(true));
    return () => void stop();
  }, []);
  // A membership may have ended, or the own client may be merged, while a page is open.
  useEffect(() => onRefusal(() => void refetch({ cancelRefetch: false })), [refetch]);

  return { client, clients: data, last, error, reload: refetch };
}

const ownClient = (clientId: string, name: string): Client => ({
  clientId,
  name,
  kind: 'person',
  relation: 'self',
  rights: allRights,
  lastYear: null,
  isOwn: true,
  merged: [],
});
