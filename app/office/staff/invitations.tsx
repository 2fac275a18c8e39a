import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { displayName } from '#domain/documents/file-display.ts';
import {
  type Invitation,
  invitationActions,
  invitationsQuery,
  useInvitationAction,
} from './invitations-query.ts';

/** Invitations that were not accepted yet. Renders nothing if there are none. */
export function Invitations() {
  const { t } = useLingui();
  const { data: invitations, error } = useQuery(invitationsQuery());
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (!invitations || invitations.length === 0) return null;
  return (
    <div className="border-t border-line pt-3">
      <h3 id="open-invitations" className="font-sans text-sm font-semibold">
        <Trans>Not accepted yet</Trans>
      </h3>
      <ul aria-labelledby="open-invitations" className="divide-y divide-line text-sm">
        {invitations.map((invitation) => (
          <Line key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </div>
  );
}

function Line({ invitation }: { invitation: Invitation }) {
  const { t } = useLingui();
  const { dateAndTime } = useDates();
  const { run, busy, problem } = useInvitationAction();
  const { id, email, role, sent_at, expires_at } = invitation;
  const name = displayName(invitation);
  const isOver = Date.parse(expires_at) < Date.now();
  const runAction = async (action: () => Promise<void>, successMessage: string) => {
    if (await run(action)) notify('success', successMessage);
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-56">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <RoleBadge role={role} />
          {isOver && (
            <Badge tone="warning">
              <Trans context="invitation">Expired</Trans>
            </Badge>
          )}
        </span>
        <span className="block break-all text-muted">{email}</span>
        <span className="figures block text-muted">
          {isOver
            ? t`Sent ${{ sent: dateAndTime(sent_at) }}, expired ${{ expired: dateAndTime(expires_at) }}`
            : t`Sent ${{ sent: dateAndTime(sent_at) }}, works until ${{ end: dateAndTime(expires_at) }}`}
        </span>
      </span>
      <span className="flex gap-1">
        <Button
          variant="quiet"
          size="small"
          busy={busy}
          aria-label={t`Send again: invitation to ${name}`}
          onPress={() =>
            void runAction(() => invitationActions.resend(id), t`We sent a new link to ${email}`)
          }
        >
          <Trans>Send again</Trans>
        </Button>
        <Button
          variant="quiet"
          size="small"
          isDisabled={busy}
          aria-label={t`Remove: invitation to ${name}`}
          onPress={() =>
            void runAction(() => invitationActions.withdraw(id), t`${email} is no longer invited`)
          }
        >
          <Trans>Remove</Trans>
        </Button>
      </span>
      <Problem className="basis-full">{problem}</Problem>
    </li>
  );
}
