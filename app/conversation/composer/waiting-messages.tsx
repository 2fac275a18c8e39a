import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { reloadThread } from '../queries.ts';
import { blankDraft, messageDraft, type WaitingMessage, waitingMessages } from './message-draft.ts';
import { isOpenPlace } from './open-places.ts';
import { messageOfDraft, writeToOffice } from './post-message.ts';
import { useOnline } from './use-online.ts';

/** Sends what a client wrote without a connection, when there is one, on any page of the portal. */
export function WaitingMessages({ userId }: { userId: string }) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const isOnline = useOnline();
  const { key: page } = useLocation();
  const isSending = useRef(false);

  async function send({ place, draft, question }: WaitingMessage): Promise<void> {
    const stored = messageDraft(userId, place);
    // The person may have opened the page of the message meanwhile, and written another one.
    const settle = (settled: typeof draft) => stored.read().id === draft.id && stored.save(settled);
    try {
      await writeToOffice(messageOfDraft(draft), question);
      settle(blankDraft);
      notify('success', t`Your message was sent.`);
    } catch (error) {
      // It stays, for the next page or connection.
      if (isConnectionError(error)) return;
      settle({ ...draft, isWaiting: false });
      notify(
        'danger',
        t`Your message was not sent, and is kept under Messages. ${{ problem: messageOf(error, t) }}`,
      );
    } finally {
      await reloadThread(queries, draft.clientId);
    }
  }

  const sendAll = useEffectEvent(async () => {
    if (isSending.current) return;
    isSending.current = true;
    for (const waiting of waitingMessages(userId)) if (!isOpenPlace(waiting.place)) await send(waiting);
    isSending.current = false;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another chance.
  useEffect(() => {
    if (isOnline) void sendAll();
  }, [isOnline, page]);
  return null;
}
