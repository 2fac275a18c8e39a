import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { useAction } from '#app/shared/api/use-action.ts';
import { whenDialogsAreGone } from '#app/shared/browser/open-dialog.ts';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { SharedWithMember } from '#app/shared/parts/shared-with-member.tsx';
import { myClientsQuery } from '#app/shared/session/clients/my-clients.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { Card } from '#app/ui/layout/card.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { type Client, may } from '#domain/clients/membership.ts';
import { relationName, rightsInWords } from '#domain/clients/membership-words.ts';
import {
  type AccessRequest,
  accessRequestsQuery,
  decideOnAccess,
  endMembership,
  type Member,
  membersQuery,
} from './members-query.ts';

/** Who else sees and does things for a client, and who asks to. Nothing for a person who is alone. */
export function PeopleWithAccess({ client }: { client: Client }) {
  const { t } = useLingui();
  const { clientId, isOwn } = client;
  const { user } = useSession();
  const { data: members = [], error } = useQuery(membersQuery(clientId));
  const isManager = may(client, 'manage');
  const { data: requests = [] } = useQuery({
    ...accessRequestsQuery(clientId, user?.id ?? ''),
    enabled: isManager,
  });
  const [ending, setEnding] = useState<Member | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed has gone, maybe from under a dialog.
  const focusHeading = () => void whenDialogsAreGone(() => heading.current?.focus());
  const isNeeded = !isOwn || requests.length > 0 || Boolean(error) || members.some(({ is_me }) => !is_me);
  // Once shown, it stays, so that the focus keeps its place when the last request or person has gone.
  const [shownFor, setShownFor] = useState<string | null>(null);
  if (isNeeded && shownFor !== clientId) setShownFor(clientId);
  if (!isNeeded && shownFor !== clientId) return null;
  return (
    <Card as="section" aria-labelledby="people-with-access">
      <h2 ref={heading} tabIndex={-1} id="people-with-access" className="text-lg">
        {isManager ? t`People with access` : t`Your access`}
      </h2>
      {requests.length > 0 && (
        <ul className="mt-4 flex flex-col gap-4">
          {requests.map((request) => (
            <RequestRow key={request.id} client={client} request={request} onDecided={focusHeading} />
          ))}
        </ul>
      )}
      {error && members.length === 0 && (
        <Banner kind="danger" className="mt-4">
          {messageOf(error, t)}
        </Banner>
      )}
      <ul className="mt-2 divide-y divide-line">
        {members.map((member) => (
          <MemberRow key={member.member_id} client={client} member={member} onEnd={() => setEnding(member)} />
        ))}
      </ul>
      {isManager && (
        <p className="mt-3 text-sm text-muted">{t`Someone else should have access? Call our office.`}</p>
      )}
      {ending && (
        <EndDialog
          client={client}
          member={ending}
          onClose={() => {
            setEnding(null);
            focusHeading();
          }}
        />
      )}
    </Card>
  );
}

function MemberRow({ client, member, onEnd }: { client: Client; member: Member; onEnd: () => void }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { relation, is_me: isMe, ends_at: endsAt } = member;
  const name = member.name || t`Without a name`;
  const mayEnd = !isMe && relation === 'helper' && may(client, 'manage');
  const mayLeave = isMe && !client.isOwn;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          <Badge>{isMe ? t`You` : t(relationName(relation))}</Badge>
        </p>
        <p className="mt-1 text-sm text-muted">
          {rightsInWords({ rights: member.rights, lastYear: member.last_year }).map(t).join('. ')}.
        </p>
        {endsAt && (
          <p className="text-sm text-muted">
            <Trans>Until {{ day: longDate(lastMoment(endsAt)) }}</Trans>
          </p>
        )}
      </div>
      {mayEnd && (
        <Button variant="secondary" onPress={onEnd} aria-label={t`End access: ${name}`}>
          <Trans>End access</Trans>
        </Button>
      )}
      {mayLeave && (
        <Button variant="secondary" onPress={onEnd}>
          <Trans>Leave</Trans>
        </Button>
      )}
    </li>
  );
}

/** Ends a helper's access, or one's own. */
function EndDialog({ client, member, onClose }: { client: Client; member: Member; onClose: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const navigate = useNavigate();
  const { is_me: isMe } = member;
  const name = (isMe ? client.name : member.name) || t`Without a name`;
  const { run, busy, problem } = useAction(() => invalidate(membersQuery(client.clientId).queryKey));

  async function end(): Promise<void> {
    const isDone = await run(() => endMembership(client.clientId, member.member_id));
    if (!isDone) return;
    onClose();
    if (isMe) {
      // First to the own account: this client's pages would say that the access has ended.
      await navigate('/account');
      await invalidate(myClientsQuery(user?.id ?? '').queryKey);
      notify('success', t`You no longer have access to the account of ${name}.`);
    } else {
      notify('success', t`${name} no longer has access.`);
    }
  }

  return (
    <ConfirmDialog
      isOpen
      danger
      title={isMe ? t`Leave the account of ${name}?` : t`End the access of ${name}?`}
      confirmLabel={isMe ? t`Leave` : t`End access`}
      busy={busy}
      onCancel={onClose}
      onConfirm={() => void end()}
    >
      <p>
        {isMe
          ? t`You won’t see their documents anymore. What you sent stays. To get access again, they have to call our office.`
          : t`They won’t see your documents anymore. What they sent for you stays. You can call our office to give them access again.`}
      </p>
      <SharedWithMember clientId={client.clientId} memberId={member.member_id} />
      <Problem className="mt-3 text-ink">{problem}</Problem>
    </ConfirmDialog>
  );
}

interface RequestRowProps {
  client: Client;
  request: AccessRequest;
  /** After the answer. The request and its buttons may have left the page. */
  onDecided: () => void;
}

/** Who would get access, and two buttons. */
export function RequestRow({ client, request, onDecided }: RequestRowProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const id = useId();
  const { name, accepted_email, relation, rights, last_year, ends_at } = request;
  const { run, busy, problem } = useAction(() =>
    invalidate(['access-requests', client.clientId], membersQuery(client.clientId).queryKey),
  );

  async function decide(isAllowed: boolean): Promise<void> {
    const isDone = await run(() => decideOnAccess(request.id, isAllowed));
    if (!isDone) return;
    onDecided();
    notify('success', isAllowed ? t`${name} has access now.` : t`${name} won’t get access.`);
  }

  return (
    <li aria-labelledby={id} className="rounded-card border-2 border-action p-4 md:p-5">
      <h3 id={id} className="text-lg wrap-anywhere">
        {client.isOwn
          ? t`Should ${name} have this access to your documents?`
          : t`Should ${name} have this access to the documents of ${{ client: client.name }}?`}
      </h3>
      <p className="mt-2">
        <Origin request={request} />
      </p>
      <dl className="mt-4 flex flex-col gap-3">
        <Fact name={t`Email`}>{accepted_email}</Fact>
        <Fact name={t`As`}>{t(relationName(relation))}</Fact>
        <Fact name={t`What they could do`}>
          <ul className="list-disc pl-5">
            {rightsInWords({ rights, lastYear: last_year }).map((words) => (
              <li key={words.id}>{t(words)}</li>
            ))}
          </ul>
        </Fact>
        <Fact name={t`Until`}>{ends_at ? longDate(ends_at) : t`No end date`}</Fact>
      </dl>
      <Problem className="mt-4">{problem}</Problem>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          busy={busy}
          className="max-sm:w-full"
          aria-label={t`Allow access: ${name}`}
          onPress={() => void decide(true)}
        >
          <Trans>Allow</Trans>
        </Button>
        <Button
          variant="secondary"
          isDisabled={busy}
          className="max-sm:w-full"
          aria-label={t`Don’t allow access: ${name}`}
          onPress={() => void decide(false)}
        >
          <Trans>Don’t allow</Trans>
        </Button>
      </div>
      <p className="mt-3 text-sm text-muted">
        <Trans>If you don’t know this person, choose “Don’t allow” and call our office.</Trans>
      </p>
    </li>
  );
}

function Origin({ request }: { request: AccessRequest }) {
  const { longDate } = useDates();
  const day = longDate(request.accepted_at);
  const askedBy = request.invited_by_name;
  if (request.question !== null) return <Trans>They entered the code from our invitation on {day}.</Trans>;
  if (askedBy === null) return <Trans>Our office requested this on {day}.</Trans>;
  return (
    <Trans>
      {askedBy} from our office requested this on {day}.
    </Trans>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 sm:grid-cols-[8rem_minmax(0,1fr)]">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}
