import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { lastMoment, useDates } from '#app/shared/format/dates.ts';
import { SharedWithMember } from '#app/shared/parts/shared-with-member.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import type { Relation, Right } from '#domain/clients/membership.ts';
import { relationName, rightsInWords } from '#domain/clients/membership-words.ts';
import { clientSearch } from '../manage-params.ts';
import { type Member, useMemberAction } from './members-query.ts';

interface MemberRowProps {
  clientId: string;
  member: Member;
  onEdit: () => void;
}

/** A person of the client: as what, what they may do, and until when. */
export function MemberRow({ clientId, member, onEdit }: MemberRowProps) {
  const { t } = useLingui();
  const { mediumDate, recentDate } = useDates();
  const { run, busy, problem } = useMemberAction(clientId);
  const [isEnding, setEnding] = useState(false);
  const { user_id, email, ends_at, granted_at, granted_by_name } = member;
  const { search } = useLocation();
  const name = member.name || email;
  const isOwn = user_id === clientId;
  const hasEnded = ends_at !== null && Date.parse(ends_at) <= Date.now();

  async function end(): Promise<void> {
    const ended = await run(() =>
      done(rest.rpc('end_client_member', { client_id: clientId, member_id: user_id })),
    );
    setEnding(false);
    if (ended) notify('success', t`${name} no longer has access`);
  }

  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-x-2">
          {isOwn || !member.is_client ? (
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
          ) : (
            <Link
              to={{ search: clientSearch(search, user_id, '') }}
              className="link min-w-0 font-semibold wrap-anywhere"
            >
              {name}
            </Link>
          )}
          <Badge size="small" tone="neutral">
            {t(relationName(member.relation as Relation))}
          </Badge>
          {member.is_deactivated && (
            <Badge size="small" tone="warning">
              <Trans>Deactivated</Trans>
            </Badge>
          )}
          {hasEnded && (
            <Badge size="small" tone="warning">
              <Trans context="membership">Ended</Trans>
            </Badge>
          )}
        </span>
        {member.name && <span className="block break-all text-muted">{email}</span>}
        <span className="block text-muted">
          {isOwn
            ? t`Has a login`
            : rightsInWords({ rights: member.rights as Right[], lastYear: member.last_year })
                .map((words) => t(words))
                .join(' · ')}
        </span>
        {granted_at !== null && (
          <span className="block wrap-anywhere text-muted">
            {granted_by_name === null
              ? t`Given by a former staff member, ${{ date: recentDate(granted_at) }}`
              : t`Given by ${{ name: granted_by_name }}, ${{ date: recentDate(granted_at) }}`}
          </span>
        )}
        {ends_at !== null && (
          <span className="block text-muted">
            {hasEnded
              ? t`Access ended on ${{ date: mediumDate(lastMoment(ends_at)) }}`
              : t`Until ${{ date: mediumDate(lastMoment(ends_at)) }}`}
          </span>
        )}
      </span>
      {!isOwn && (
        <span className="-ml-3 flex gap-1">
          <Button
            variant="quiet"
            size="small"
            aria-label={hasEnded ? t`Give access again: ${name}` : t`Change access of ${name}`}
            onPress={onEdit}
          >
            {hasEnded ? t`Give access again` : t`Change`}
          </Button>
          {!hasEnded && (
            <Button
              variant="quiet"
              size="small"
              busy={busy}
              aria-label={t`End access of ${name}`}
              onPress={() => setEnding(true)}
            >
              <Trans>End access</Trans>
            </Button>
          )}
        </span>
      )}
      <Problem className="basis-full">{problem}</Problem>
      <ConfirmDialog
        isOpen={isEnding}
        title={t`End the access of ${name}?`}
        confirmLabel={t`End access`}
        danger
        busy={busy}
        onConfirm={() => void end()}
        onCancel={() => setEnding(false)}
      >
        <p>
          <Trans>
            From now on, {name} sees nothing of this client, and links that {name} made stop working. To let
            them keep earlier years, change their access instead.
          </Trans>
        </p>
        <SharedWithMember clientId={clientId} memberId={user_id} />
      </ConfirmDialog>
    </li>
  );
}
