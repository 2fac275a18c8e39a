import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { CheckCheck, CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { classNames } from '#app/ui/class-names.ts';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { msg } from '#domain/language/message.ts';
import type { ThreadMessage } from '../queries.ts';
import { AboutLine, type AboutLinks, DocumentLinks } from './about-line.tsx';

export interface MessageBubbleProps extends AboutLinks {
  message: ThreadMessage;
  clientId: string;
  /** Whether the reader's side wrote it. */
  isOwnSide: boolean;
  /** The newest one of the reader's side that the other side has seen. */
  isSeen: boolean;
  nameOf: (message: ThreadMessage) => string;
  dense: boolean;
  actions?: ReactNode;
}

export function MessageBubble(props: MessageBubbleProps) {
  const { message, clientId, isOwnSide, isSeen, nameOf, onOpen, formLink, itemLink, dense, actions } = props;
  const { dateAndTime } = useDates();
  const { body, answers_question } = message;
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
          dense ? 'text-sm' : 'text-[1.0625rem]',
        )}
      >
        <OriginLine message={message} />
        <AboutLine {...{ message, clientId, onOpen, formLink, itemLink }} />
        {answers_question !== null && (
          <p className="line-clamp-3 border-l-2 border-control pl-2 text-sm wrap-anywhere text-muted">
            <Trans>Answer to: {{ question: answers_question }}</Trans>
          </p>
        )}
        {body !== '' && <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>}
        <DocumentLinks message={message} onOpen={onOpen} />
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
