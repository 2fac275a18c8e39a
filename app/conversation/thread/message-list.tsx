import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { CheckCheck, CircleHelp } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { lastSeen } from '#domain/conversation/seen.ts';
import { msg } from '#domain/language/message.ts';
import { markRead } from '../composer/post-message.ts';
import { type Side, type ThreadMessage, threadSummaryQuery } from '../queries.ts';
import { AboutLine, type AboutLinks, DocumentLinks } from './about-line.tsx';
import type { Thread } from './use-thread.ts';

interface BubbleProps extends AboutLinks {
  clientId: string;
  /** The reader's, with its messages on the right. */
  side: Side;
  nameOf: (message: ThreadMessage) => string;
}

interface MessageListProps extends BubbleProps {
  thread: Thread;
  /** Whether reading marks the messages as seen. */
  marks: boolean;
  nothing: string;
  className: string;
  renderActions?: (message: ThreadMessage) => ReactNode;
}

/** A thread, oldest message first, scrolled to its end. */
export function MessageList(props: MessageListProps) {
  const { thread, marks, nothing, className, renderActions, ...bubble } = props;
  const { clientId, side, nameOf } = bubble;
  const { messages, summary, error, olderError, hasOlder, isLoadingOlder } = thread;
  const { t } = useLingui();
  const newest = messages?.[0];
  const reading = useMutation({
    mutationFn: (upTo: number) => markRead(clientId, upTo, side === 'office'),
    // A lost mark would leave the message as new, and mail the reader about it.
    retry: 5,
    onSuccess: () => invalidate(threadSummaryQuery(clientId, side).queryKey),
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
        {newest && newest.side !== side && <Trans>Latest message from {{ name: nameOf(newest) }}</Trans>}
      </p>
    </>
  );
}

interface MessageBubbleProps extends BubbleProps {
  message: ThreadMessage;
  /** The newest one of the reader's side that the other side has seen. */
  isSeen: boolean;
  actions: ReactNode;
}

function MessageBubble(props: MessageBubbleProps) {
  const { message, side, isSeen, nameOf, actions, ...about } = props;
  const { dateAndTime } = useDates();
  const { body, answers_question } = message;
  const isOwnSide = message.side === side;
  return (
    <li
      className={classNames(
        'flex max-w-[88%] flex-col gap-1',
        isOwnSide ? 'items-end self-end' : 'items-start self-start',
      )}
    >
      <p className="text-xs text-muted">
        <span className="font-semibold text-ink">{nameOf(message)}</span>
        <span className="figures">, {dateAndTime(message.created_at)}</span>
      </p>
      <div
        className={classNames(
          'flex flex-col gap-2 rounded-card border px-3 py-2',
          isOwnSide ? 'border-action-soft bg-action-soft' : 'border-line bg-surface',
          message.staff_only && 'border-dashed border-control',
          side === 'office' ? 'text-sm' : 'text-[1.0625rem]',
        )}
      >
        <OriginLine message={message} />
        <AboutLine message={message} {...about} />
        {answers_question !== null && (
          <p className="line-clamp-3 border-l-2 border-control pl-2 text-sm wrap-anywhere text-muted">
            <Trans>Answer to: {{ question: answers_question }}</Trans>
          </p>
        )}
        {body !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>}
        <DocumentLinks message={message} onOpen={about.onOpen} />
        {message.is_question && <QuestionState message={message} />}
      </div>
      {(isSeen || actions) && (
        <div className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          {isSeen && (
            <span className="inline-flex items-center gap-1">
              <CheckCheck size={14} aria-hidden />
              <Trans context="message">Seen</Trans>
            </span>
          )}
          {actions}
        </div>
      )}
    </li>
  );
}

function QuestionState({ message: { settled_at, answer } }: { message: ThreadMessage }) {
  const { t } = useLingui();
  return (
    <div className="flex flex-col gap-1 border-t border-line pt-2">
      <p>
        <Badge
          size="small"
          tone={settled_at === null ? 'warning' : 'success'}
          icon={<CircleHelp size={14} aria-hidden />}
        >
          {settled_at === null
            ? t`Question without an answer`
            : answer === null
              ? t`Needs no answer anymore`
              : t({ message: 'Answered', context: 'question' })}
        </Badge>
      </p>
      {answer !== null && answer !== '' && (
        <p className="line-clamp-6 text-sm wrap-anywhere whitespace-pre-wrap">{answer}</p>
      )}
    </div>
  );
}

/** How a message came that was not written in the portal; nothing for the others. */
function OriginLine({ message }: { message: ThreadMessage }) {
  const { t } = useLingui();
  if (message.origin === 'portal') return null;
  return <p className="text-sm text-muted">{originOf(message).map(t).join(' ')}</p>;
}

function originOf({ origin, side, staff_only, is_guess, author_name }: ThreadMessage): MessageDescriptor[] {
  if (side === 'office') {
    const answered = msg`Answer by email to the contact form.`;
    return staff_only ? [answered, msg`Only staff see it here.`] : [answered];
  }
  const came = origin === 'text' ? msg`By text.` : msg`By the contact form.`;
  if (staff_only) {
    return [came, msg`Not confirmed: anyone can write any address into a form. Only staff see this.`];
  }
  if (!is_guess) return [came];
  return [
    came,
    msg`${{ name: author_name }} writes for other clients, too. This conversation was the latest.`,
  ];
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
