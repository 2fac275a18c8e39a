import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { CircleHelp } from 'lucide-react';
import type { ReactNode } from 'react';
import { useDates } from '#app/shared/format/dates.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { checklistItemPath, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { type Client, may } from '#domain/clients/membership.ts';
import type { ShownUploads } from '../composer/attachment-uploads.ts';
import { Composer, type ComposerProps } from '../composer/composer.tsx';
import { answerKey, hasDraft, type MessageDraft, messageKey } from '../composer/message-draft.ts';
import { writeToOffice } from '../composer/post-message.ts';
import { type UseComposerOptions, useComposer } from '../composer/use-composer.ts';
import { openQuestionsQuery, type ThreadMessage, useLiveThread } from '../queries.ts';
import { AboutLine, type AboutLinks, DocumentLinks } from '../thread/about-line.tsx';
import { MessageList } from '../thread/message-list.tsx';
import { useThread } from '../thread/use-thread.ts';
import { shownQuestions } from './shown-questions.ts';

interface ClientThreadProps {
  client: Client;
  uploads: ShownUploads;
  onOpen: (documentId: string) => void;
}

/** The conversation with the office, as the client sees it: open questions first, then the thread. */
export function ClientThread({ client, uploads, onOpen }: ClientThreadProps) {
  const { t } = useLingui();
  const office = useOffice();
  const userId = useSession().user?.id ?? '';
  // What is attached goes into the folder of this year.
  const year = useOfficeYear();
  const { clientId } = client;
  useLiveThread(clientId);
  const thread = useThread(clientId, 'client');
  const { data: open } = useQuery(openQuestionsQuery(clientId));
  const questions =
    open && shownQuestions(open, thread.messages ?? [], (id) => hasDraft(userId, answerKey(id)));
  const mayWrite = may(client, 'answer');
  const placeOf = (key: string) => ({ key, clientId, clientName: null, year });
  const tools = {
    userId,
    uploads,
    mayAttach: may(client, 'upload'),
    isPosted: thread.isPosted,
  };
  const links = {
    onOpen,
    formLink: (at: number) => (at === year ? TAX_FORM_PATH : null),
    itemLink: (at: number, item: string) => (at === year ? checklistItemPath(item) : null),
  };

  function nameOf({ side, author_id, author_name }: ThreadMessage): string {
    if (side === 'office') return author_name === '' ? office.name : `${author_name}, ${office.name}`;
    return author_id === userId ? t`You` : author_name || client.name;
  }

  return (
    <>
      {questions && questions.length > 0 && (
        <section aria-labelledby="open-questions" className="flex flex-col gap-3">
          <h2 id="open-questions" className="text-xl">
            <Trans>Questions for you</Trans>
          </h2>
          <ul className="flex flex-col gap-3">
            {questions.map(({ question, isSettled }) => (
              <QuestionCard
                key={question.id}
                question={question}
                isSettled={isSettled}
                clientId={clientId}
                name={nameOf(question)}
                {...links}
              >
                {mayWrite && (
                  <WriteToOffice
                    {...tools}
                    place={placeOf(answerKey(question.id))}
                    question={isSettled ? null : question.id}
                    label={isSettled ? t`Your message` : t`Your answer`}
                    hint={t`Our office sees it in your messages.`}
                    action={isSettled ? t`Send message` : t`Send answer`}
                  />
                )}
              </QuestionCard>
            ))}
          </ul>
        </section>
      )}
      <div className="flex flex-col gap-4 rounded-card border border-line bg-paper p-4">
        <MessageList
          thread={thread}
          clientId={clientId}
          side="client"
          marks={client.lastYear === null}
          nothing={t`No messages yet. Write to us anytime.`}
          nameOf={nameOf}
          {...links}
          // On a phone, the field below ends above the bottom bar.
          className="max-h-[max(16rem,calc(100dvh-36rem))] md:max-h-[max(18rem,calc(100dvh-30rem))] low:max-h-none"
        />
        {mayWrite ? (
          <WriteToOffice
            {...tools}
            place={placeOf(messageKey(clientId))}
            question={null}
            // So that no one writes for the wrong client.
            label={clientId === userId ? t`Your message` : t`Your message for ${{ name: client.name }}`}
            action={t`Send message`}
            low
          />
        ) : (
          <Banner>{t`You can read these messages. ${{ name: client.name }} can reply.`}</Banner>
        )}
      </div>
    </>
  );
}

interface WriteToOfficeProps
  extends Omit<UseComposerOptions, 'post'>,
    Pick<ComposerProps, 'label' | 'hint' | 'action' | 'mayAttach' | 'low'> {
  uploads: ShownUploads;
  /** The id of the question that the message answers. */
  question: string | null;
}

function WriteToOffice(props: WriteToOfficeProps) {
  const { userId, place, uploads, isPosted, question, ...field } = props;
  const post = (message: MessageDraft) => writeToOffice(message, question);
  const composer = useComposer({ userId, place, uploads, isPosted, post });
  return <Composer composer={composer} uploads={uploads.render(place)} {...field} />;
}

interface QuestionCardProps extends AboutLinks {
  question: ThreadMessage;
  /** It was answered on another device, or settled by the office, and the draft of an answer is still here. */
  isSettled: boolean;
  clientId: string;
  /** Who asked. */
  name: string;
  /** The field for the answer. */
  children: ReactNode;
}

function QuestionCard({ question, isSettled, clientId, name, children, ...links }: QuestionCardProps) {
  const { dateAndTime } = useDates();
  return (
    <li
      className={classNames(
        'flex flex-col gap-3 rounded-card border-2 bg-surface p-4',
        isSettled ? 'border-line' : 'border-warning',
      )}
    >
      <p className="flex items-start gap-2 text-sm text-muted">
        <CircleHelp size={20} aria-hidden className="shrink-0 text-warning" />
        <span>
          <span className="font-semibold text-ink">{name}</span>
          <span className="figures">, {dateAndTime(question.created_at)}</span>
        </span>
      </p>
      <p className="text-lg wrap-anywhere whitespace-pre-wrap">{question.body}</p>
      <AboutLine message={question} clientId={clientId} {...links} />
      <DocumentLinks message={question} onOpen={links.onOpen} />
      {isSettled && (
        <Banner announce>
          <Trans>This question needs no answer anymore. You can send your text as a message.</Trans>
        </Banner>
      )}
      {children}
    </li>
  );
}
