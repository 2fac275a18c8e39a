import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { lastSeen } from '#domain/conversation/seen.ts';
import { markRead } from '../composer/post-message.ts';
import { type Side, type ThreadMessage, threadSummaryQuery } from '../queries.ts';
import { MessageBubble, type MessageBubbleProps } from './message-bubble.tsx';
import type { Thread } from './use-thread.ts';

export interface MessageListProps
  extends Pick<MessageBubbleProps, 'nameOf' | 'onOpen' | 'formLink' | 'itemLink'> {
  thread: Thread;
  clientId: string;
  /** Whose messages are on the right. */
  side: Side;
  /** Whether reading marks the messages as seen. */
  marks: boolean;
  nothing: string;
  className: string;
  renderActions?: (message: ThreadMessage) => ReactNode;
}

/** A thread, oldest message first, scrolled to its end. */
export function MessageList(props: MessageListProps) {
  const { thread, clientId, side, marks, nothing, className, renderActions, ...bubble } = props;
  const { messages, summary, error, olderError, hasOlder, isLoadingOlder } = thread;
  const { t } = useLingui();
  const queries = useQueryClient();
  const newest = messages?.[0];
  const reading = useMutation({
    mutationFn: (upTo: number) => markRead(clientId, upTo, side === 'office'),
    // A lost mark would leave the message as new, and mail the reader about it.
    retry: 5,
    onSuccess: () => queries.invalidateQueries({ queryKey: threadSummaryQuery(clientId, side).queryKey }),
    onError: (problem) => console.warn('The messages couldn’t be marked as read', problem),
  });
  const end = useReadMark(marks ? newest?.sequence : undefined, reading.mutate);
  if (!messages) {
    return error ? (
      <LoadProblem onRetry={thread.retry}>
        <Trans>We couldn’t load the messages: {{ problem: messageOf(error, t) }}</Trans>
      </LoadProblem>
    ) : (
      <Skeleton className="h-32" />
    );
  }
  const seenId = lastSeen(messages, side, summary?.seen_up_to ?? 0);
  return (
    <>
      {messages.length === 0 ? (
        <p className="py-2 text-muted">{nothing}</p>
      ) : (
        // Reversed around one child: the box stays at its end without a script.
        <section
          aria-label={t`Messages`}
          // A box that scrolls needs the arrow keys.
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled area needs the focus
          tabIndex={0}
          className={classNames('flex flex-col-reverse overflow-y-auto overscroll-contain', className)}
        >
          <div>
            {olderError && (
              <Banner kind="danger" announce className="mb-2">
                <Trans>We couldn’t load the messages: {{ problem: messageOf(olderError, t) }}</Trans>
              </Banner>
            )}
            {hasOlder && (
              <Button
                variant="quiet"
                size="small"
                busy={isLoadingOlder}
                onPress={thread.loadOlder}
                className="mx-auto mb-2 flex max-lg:min-h-11"
              >
                <Trans>Show older messages</Trans>
              </Button>
            )}
            <ol className="flex flex-col gap-3">
              {[...messages].reverse().map((message) => (
                <MessageBubble
                  key={message.id}
                  {...bubble}
                  message={message}
                  clientId={clientId}
                  dense={side === 'office'}
                  isOwnSide={message.side === side}
                  isSeen={message.id === seenId}
                  actions={renderActions?.(message)}
                />
              ))}
            </ol>
            <div ref={end} className="h-px" />
          </div>
        </section>
      )}
      <p role="status" className="sr-only">
        {newest && newest.side !== side && (
          <Trans>Latest message from {{ name: bubble.nameOf(newest) }}</Trans>
        )}
      </p>
    </>
  );
}

/**
 * Calls `mark` with the newest message of a thread once the reader has it in sight, in a window that is in front. Returns
 * the ref of the thread's end.
 */
function useReadMark(newest: number | undefined, mark: (upTo: number) => void) {
  const [end, setEnd] = useState<Element | null>(null);
  const marked = useRef(0);
  const see = useEffectEvent(() => {
    if (newest === undefined || newest <= marked.current) return;
    marked.current = newest;
    mark(newest);
  });
  useEffect(() => {
    if (!end || newest === undefined) return;
    let isInSight = false;
    const check = () => {
      if (isInSight && document.visibilityState === 'visible') see();
    };
    const observer = new IntersectionObserver(([entry]) => {
      isInSight = entry?.isIntersecting ?? false;
      check();
    });
    observer.observe(end);
    document.addEventListener('visibilitychange', check);
    return () => {
      observer.disconnect();
      document.removeEventListener('visibilitychange', check);
    };
  }, [end, newest]);
  return setEnd;
}
