import { Trans, useLingui } from '@lingui/react/macro';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import type { Relation, Right } from '#domain/clients/membership.ts';
import { relationName, rightsInWords } from '#domain/clients/membership-words.ts';
import { type Invitation, useHasManager, useMemberAction } from './members-query.ts';

/** An open invitation, or access that waits to be confirmed: with a code, or asked for by staff. */
export function InvitationRow({ clientId, invitation }: { clientId: string; invitation: Invitation }) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const isSuper = isSuperRole(useSession().role);
  const { run, busy, problem } = useMemberAction(clientId);
  const { id, relation, rights, last_year, ends_at, expires_at, accepted_at } = invitation;
  const isWaiting = accepted_at !== null;
  const person = invitation.accepted_name || invitation.accepted_email || invitation.name;
  // Who was invited may differ from who came.
  const name = isWaiting && isRequest(invitation) ? person : invitation.name;

  async function close(confirm: boolean, successMessage: string): Promise<void> {
    const closed = await run(() => done(rest.rpc('close_client_invitation', { invitation_id: id, confirm })));
    if (closed) notify('success', successMessage);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-72">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Badge size="small" tone="neutral">
            {t(relationName(relation as Relation))}
          </Badge>
          <Badge size="small" tone="warning">
            {!isWaiting ? t`Invited` : isSuper ? t`Please confirm` : t`Not confirmed yet`}
          </Badge>
        </span>
        {isWaiting && <Origin invitation={invitation} person={person} />}
        <span className="block text-muted">
          {rightsInWords({ rights: rights as Right[], lastYear: last_year })
            .map((words) => t(words))
            .join(' · ')}
        </span>
        {ends_at !== null && (
          <span className="block text-muted">{t`Until ${{ date: mediumDate(ends_at) }}`}</span>
        )}
        {isWaiting ? (
          <WhoConfirms clientId={clientId} isSuper={isSuper} />
        ) : (
          <span className="block text-muted">
            <Trans>The code works until {{ date: mediumDate(expires_at) }}</Trans>
          </span>
        )}
      </span>
      <span className="flex gap-1">
        {isWaiting && isSuper && (
          <Button
            size="small"
            busy={busy}
            aria-label={t`Confirm ${person}`}
            onPress={() => void close(true, t`${person} has access now`)}
          >
            <Trans>Confirm</Trans>
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          isDisabled={busy}
          aria-label={isWaiting ? t`Decline ${name}` : t`Withdraw: invitation to ${name}`}
          onPress={() =>
            void close(
              false,
              isRequest(invitation) ? t`${name} won’t get this access` : t`${name} is no longer invited`,
            )
          }
        >
          {isWaiting ? t({ message: 'Decline', context: 'access' }) : t`Withdraw`}
        </Button>
      </span>
      <Problem className="basis-full">{problem}</Problem>
    </li>
  );
}

/** Staff asked for it: there is no code, and so no question. */
const isRequest = ({ question }: Invitation): boolean => question === null;

function Origin({ invitation, person }: { invitation: Invitation; person: string }) {
  const { t } = useLingui();
  const { dateAndTime, recentDate } = useDates();
  const { accepted_at, accepted_email: email, invited_by_name: colleague } = invitation;
  const date = recentDate(accepted_at);
  if (!isRequest(invitation)) {
    return (
      <span className="block wrap-anywhere text-muted">
        <Trans>
          {person} ({email}) entered the code and answered correctly on {{ date: dateAndTime(accepted_at) }}.
        </Trans>
      </span>
    );
  }
  return (
    <>
      <span className="block break-all text-muted">{email}</span>
      <span className="block wrap-anywhere text-muted">
        {colleague === null
          ? t`Requested by a former staff member, ${date}`
          : t`Requested by ${colleague}, ${date}`}
      </span>
    </>
  );
}

function WhoConfirms({ clientId, isSuper }: { clientId: string; isSuper: boolean }) {
  const hasManager = useHasManager(clientId);
  return (
    <span className="block text-muted">
      {isSuper ? (
        <Trans>Nothing changes until it’s confirmed.</Trans>
      ) : hasManager ? (
        <Trans>Nothing changes until the client confirms it in their account, or a super user here.</Trans>
      ) : (
        <Trans>Nothing changes until a super user confirms it.</Trans>
      )}
    </span>
  );
}
