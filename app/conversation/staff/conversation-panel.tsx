import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useAction } from '#app/shared/api/use-action.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import type { ShownUploads } from '../composer/attachment-uploads.ts';
import { Composer } from '../composer/composer.tsx';
import { needsDecision, settleQuestion, settleThread, writeToClient } from '../composer/post-message.ts';
import { useComposer } from '../composer/use-composer.ts';
import { CONVERSATION_ID, reloadThread, type ThreadMessage } from '../queries.ts';
import { MessageList } from '../thread/message-list.tsx';
import { type Thread, useThread } from '../thread/use-thread.ts';
import { AboutSelect, formsOfClientQuery } from './about-select.tsx';

interface ConversationPanelProps {
  client: Profile;
  year: number;
  uploads: ShownUploads;
  /** Undefined if the reader opens neither documents nor forms, attaches none, and doesn't say what a message is about. */
  papers?: {
    onOpen: (documentId: string) => void;
    formSearch: (formId: string) => string;
  };
  inboxLink: (submissionId: string) => string;
}

export function ConversationPanel(props: ConversationPanelProps) {
  const { client, papers, inboxLink } = props;
  const { t } = useLingui();
  const userId = useSession().user?.id ?? '';
  const clientId = client.user_id;
  const name = displayName(client);
  const thread = useThread(clientId, 'office');
  const { data: forms = [] } = useQuery({ ...formsOfClientQuery(clientId), enabled: papers !== undefined });
  const { run, problem } = useAction(() => reloadThread(clientId));
  const openQuestions = thread.summary?.open_questions ?? 0;
  const box = useShownIfLinked();

  function nameOf({ side, author_id, author_name }: ThreadMessage): string {
    if (author_id === userId && side === 'office') return t`You`;
    return author_name || (side === 'office' ? t`Our office` : name);
  }

  function formLink(at: number): string | null {
    const form = forms.find((one) => one.year === at);
    return form && papers ? `/manage${papers.formSearch(form.id)}` : null;
  }

  /** A question may need no answer. A message of the contact form may need none either: the inbox settles that. */
  function actionsOf({ id, is_question, settled_at, side, submission_id }: ThreadMessage): ReactNode {
    if (side === 'client' && submission_id !== null) {
      return (
        <SmartLink
          to={inboxLink(submission_id)}
          className="link inline-flex min-h-11 items-center lg:min-h-0"
        >
          <Trans>Open in the inbox</Trans>
        </SmartLink>
      );
    }
    if (!is_question || settled_at !== null) return null;
    return (
      <Button
        variant="quiet"
        size="small"
        onPress={() => void run(() => settleQuestion(id))}
        className="max-lg:min-h-11"
      >
        <Trans>Needs no answer</Trans>
      </Button>
    );
  }

  return (
    <div ref={box} tabIndex={-1} data-keeps-focus className="rounded-card">
      <Panel
        id={CONVERSATION_ID}
        title={t`Conversation`}
        actions={
          openQuestions > 0 && (
            <Badge tone="warning">
              <Plural value={openQuestions} one="# open question" other="# open questions" />
            </Badge>
          )
        }
      >
        {thread.summary?.has_reader === false && (
          <Banner kind="warning">
            <Trans>
              No one with a login can answer for this client, so no one is emailed about a message here.
              Please call, or invite them.
            </Trans>
          </Banner>
        )}
        <MessageList
          thread={thread}
          clientId={clientId}
          side="office"
          marks
          nothing={t`No messages yet.`}
          nameOf={nameOf}
          onOpen={papers?.onOpen}
          formLink={formLink}
          itemLink={() => null}
          // The field below stays in sight.
          className="max-h-[max(18rem,calc(100dvh-30rem))] low:max-h-none"
          renderActions={actionsOf}
        />
        <Waiting thread={thread} onSettle={(upTo) => void run(() => settleThread(clientId, upTo))} />
        <Problem>{problem}</Problem>
        <WriteToClient {...props} userId={userId} thread={thread} />
      </Panel>
    </div>
  );
}

/** How many messages wait for a reply, and that they need none. */
function Waiting({ thread, onSettle }: { thread: Thread; onSettle: (upTo: number) => void }) {
  const waiting = thread.summary?.waiting ?? 0;
  const newest = thread.messages?.[0]?.sequence;
  if (waiting === 0 || newest === undefined) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
      <p className="font-medium text-accent">
        <Plural value={waiting} one="# message waits for a reply" other="# messages wait for a reply" />
      </p>
      <Button variant="quiet" size="small" onPress={() => onSettle(newest)} className="-mx-3 max-lg:min-h-11">
        <Trans>No reply needed</Trans>
      </Button>
    </div>
  );
}

/** Asks first if the text is that of an internal note. */
function WriteToClient(props: ConversationPanelProps & { userId: string; thread: Thread }) {
  const { client, userId, year, uploads, papers, thread } = props;
  const { t } = useLingui();
  const clientId = client.user_id;
  const name = displayName(client);
  const place = { key: `message.to.${clientId}`, clientId, clientName: name, year };
  const composer = useComposer({
    userId,
    place,
    uploads,
    isPosted: thread.isPosted,
    post: (message, isConfirmed) =>
      writeToClient(message, {
        evenANote: isConfirmed,
        seenUpTo: thread.messages ? (thread.messages[0]?.sequence ?? 0) : null,
      }),
  });
  const { isQuestion, about } = composer.draft;
  return (
    <>
      <Composer
        composer={composer}
        label={t`Message to ${{ name }}`}
        hint={t`The client reads this.`}
        action={isQuestion ? t`Send question to client` : t`Send to client`}
        mayAttach={papers !== undefined}
        uploads={uploads.render(place)}
        byStaff
        options={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <Checkbox
              dense
              isSelected={isQuestion}
              onChange={(chosen) => composer.choose({ isQuestion: chosen })}
            >
              <span className="text-sm">{t`Ask for an answer`}</span>
            </Checkbox>
            {papers && (
              <AboutSelect
                clientId={clientId}
                year={year}
                about={about}
                onChange={(chosen) => composer.choose({ about: chosen })}
              />
            )}
          </div>
        }
      />
      <ConfirmDialog
        isOpen={needsDecision(composer.error)}
        title={t`Send the text of an internal note?`}
        confirmLabel={t`Send it to the client`}
        danger
        onConfirm={() => composer.send(true)}
        onCancel={composer.forgetError}
      >
        <Trans>Your message has the text of a note that only staff can see. The client would read it.</Trans>
      </ConfirmDialog>
    </>
  );
}

/** Goes to the conversation if the address names it, as links of the inbox do. */
function useShownIfLinked() {
  const { hash, key } = useLocation();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const shown = box.current;
    if (!shown?.parentElement || hash !== `#${CONVERSATION_ID}` || key === '') return;
    shown.focus({ preventScroll: true });
    // The parts above it still load, and push it away.
    const observer = new ResizeObserver(() => shown.scrollIntoView({ block: 'start' }));
    const stop = () => observer.disconnect();
    observer.observe(shown.parentElement);
    for (const type of handsOn) window.addEventListener(type, stop, { once: true, capture: true });
    return () => {
      stop();
      for (const type of handsOn) window.removeEventListener(type, stop, { capture: true });
    };
  }, [hash, key]);
  return box;
}

/** From then on, the person moves the page. */
const handsOn = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
