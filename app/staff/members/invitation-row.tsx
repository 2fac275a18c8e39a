import { Trans, useLingui } from '@lingui/react/macro';
import { useDates } from '#app/shared/format/dates.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import type { Relation } from '#domain/clients/membership.ts';
import { relationName } from '#domain/clients/membership-words.ts';
import { type Invitation, memberActions, useMemberAction } from './members-query.ts';

/** An open invitation, or one that was accepted and waits for staff. */
export function InvitationRow({ clientId, invitation }: { clientId: string; invitation: Invitation }) {
  const { t } = useLingui();
  const { mediumDate, dateAndTime } = useDates();
  const { run, busy, problem } = useMemberAction(clientId);
  const { id, name, relation, expires_at, accepted_at, accepted_name, accepted_email } = invitation;

  async function close(confirm: boolean, successMessage: string): Promise<void> {
    if (await run(() => memberActions.closeInvitation(id, confirm))) notify('success', successMessage);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          <Badge size="small" tone="neutral">
            {t(relationName(relation as Relation))}
          </Badge>
          <Badge size="small" tone="warning">
            {accepted_at === null ? t`Invited` : t`Please confirm`}
          </Badge>
        </span>
        {accepted_at === null ? (
          <span className="block text-muted">
            <Trans>The code works until {{ date: mediumDate(expires_at) }}</Trans>
          </span>
        ) : (
          <span className="block wrap-anywhere text-muted">
            <Trans>
              {{ person: accepted_name }} ({{ email: accepted_email }}) had the code and the right answer on{' '}
              {{ date: dateAndTime(accepted_at) }}. They see nothing until you confirm.
            </Trans>
          </span>
        )}
      </span>
      <span className="flex gap-1">
        {accepted_at !== null && (
          <Button
            size="small"
            busy={busy}
            aria-label={t`Confirm ${{ person: accepted_name }}`}
            onPress={() => void close(true, t`${{ person: accepted_name }} has access now`)}
          >
            <Trans>Confirm</Trans>
          </Button>
        )}
        <Button
          variant="quiet"
          size="small"
          isDisabled={busy}
          aria-label={accepted_at === null ? t`Withdraw: invitation to ${name}` : t`Refuse ${name}`}
          onPress={() => void close(false, t`${name} is no longer invited`)}
        >
          {accepted_at === null ? t`Withdraw` : t`Refuse`}
        </Button>
      </span>
      {problem && (
        <Banner kind="danger" announce className="basis-full">
          {problem}
        </Banner>
      )}
    </li>
  );
}
