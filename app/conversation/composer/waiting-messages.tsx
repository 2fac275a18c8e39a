import { useLingui } from '@lingui/react/macro';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isConnectionError, messageOf } from '#app/shared/api/error-wording.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { reloadThread } from '../queries.ts';
import { blankDraft, messageDraft, type WaitingMessage, waitingMessages } from './message-draft.ts';
import { isOpenPlace } from './open-places.ts';
import { writeToOffice } from './post-message.ts';
import { useOnline } from './use-online.ts';

/** A phone may say that it is online before its network works. */
const RETRY_MS = 15_000;

/** Sends what a client wrote without a connection, when there is one, on any page of the portal. */
export function WaitingMessages({ userId }: { userId: string }) {
  const { t } = useLingui();
  const isOnline = useOnline();
  const { key: page } = useLocation();
  const isSending = useRef(false);
  const [retries, setRetries] = useState(0);

  /** Returns whether the message still waits. */
  async function send({ place, draft, question }: WaitingMessage): Promise<boolean> {
    const stored = messageDraft(userId, place);
    // The person may have opened the page of the message meanwhile, and written another one.
    const settle = (settled: typeof draft) => stored.read().id === draft.id && stored.save(settled);
    try {
      await writeToOffice(draft, question);
      settle(blankDraft);
      notify('success', t`Your message was sent.`);
    } catch (error) {
      if (isConnectionError(error)) return true;
      settle({ ...draft, isWaiting: false });
      notify(
        'danger',
        t`Your message was not sent, and is kept under Messages. ${{ problem: messageOf(error, t) }}`,
      );
    }
    await reloadThread(draft.clientId);
    return false;
  }

  /** Returns whether some may still wait. */
  const sendAll = useEffectEvent(async (): Promise<boolean> => {
    if (isSending.current) return true;
    isSending.current = true;
    let isLeft = false;
    for (const waiting of waitingMessages(userId)) {
      if (!isOpenPlace(waiting.place)) isLeft = (await send(waiting)) || isLeft;
    }
    isSending.current = false;
    return isLeft;
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page is another chance, and so is each retry.
  useEffect(() => {
    if (!isOnline) return;
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void sendAll().then((isLeft) => {
      if (isLeft && !isOver) timer = setTimeout(() => setRetries((count) => count + 1), RETRY_MS);
    });
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isOnline, page, retries]);
  return null;
}
