import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Laptop, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { useLanguage } from '#app/language/language.tsx';
import { done } from '#app/shared/api/done.ts';
import { pagedQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { deviceName } from '#domain/account/device.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { knownZoneInWords } from '#domain/office-time/time-zone.ts';
import { ConfirmActionDialog, type ConfirmableAction } from './account-actions.tsx';
import { personUrl } from './people-query.ts';

type PersonSession = RowOf<'signed_in_people', 'user_agent' | 'time_zone'>;

const PAGE = 50;

/** Active sessions of one person or of all, in pages, latest first. */
export const sessionsQuery = ({ person, onlyStaff = false }: { person?: string; onlyStaff?: boolean }) =>
  pagedQuery<PersonSession>(['office', 'sessions', person ?? 'all', onlyStaff], PAGE, (after) =>
    rest.rpc(
      'signed_in_people',
      {
        ...(person !== undefined && { person }),
        only_staff: onlyStaff,
        page_size: PAGE,
        ...(after && { before_used_at: after.last_used_at, before_id: after.session_id }),
      },
      { get: true },
    ),
  );

/** All open sessions, latest first. */
export default function SignedIn() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const onlyStaff = parameters.get('staff') === '1';
  const query = useInfiniteQuery(sessionsQuery({ onlyStaff }));
  const [action, setAction] = useState<ConfirmableAction | null>(null);
  return (
    <Panel id="office-signed-in" title={t`Logged in`} level={2}>
      <p className="text-sm text-muted">
        <Trans>
          Newest first. An open page counts as used about once an hour. To log a person out everywhere, open
          their account.
        </Trans>
      </p>
      <Checkbox
        dense
        isSelected={onlyStaff}
        onChange={(yes) => setParameters(yes ? { staff: '1' } : {}, { replace: true })}
        className="self-start text-sm"
      >
        <Trans>Staff only</Trans>
      </Checkbox>
      <LoadedRows query={query} skeleton="h-20" none={t`No one is logged in.`} label={t`Logged in`}>
        {(session) => (
          <SessionRow key={session.session_id} session={session} withOwner onAction={setAction} />
        )}
      </LoadedRows>
      {action && <ConfirmActionDialog action={action} onClose={() => setAction(null)} />}
    </Panel>
  );
}

interface SessionRowProps {
  session: PersonSession;
  /** In a list of several people. */
  withOwner?: boolean;
  onAction: (action: ConfirmableAction) => void;
}

export function SessionRow({ session, withOwner, onAction }: SessionRowProps) {
  const { t } = useLingui();
  const name = displayName(session);
  const { dateAndTime } = useDates();
  const device = deviceName(session.user_agent, t) ?? t`Unknown device`;
  const Icon = /Mobi|iPhone|iPad|Android/.test(session.user_agent ?? '') ? Smartphone : Laptop;
  const zone = knownZoneInWords(session.time_zone, useLanguage());
  const used = dateAndTime(session.last_used_at);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="flex min-w-0 flex-1 basis-64 items-center gap-3">
        <Icon size={20} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
        <span className="min-w-0">
          {withOwner && (
            <span className="flex flex-wrap items-center gap-x-2">
              <SmartLink
                to={personUrl(session.user_id)}
                className="link inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere lg:min-h-7"
              >
                {name}
              </SmartLink>
              <RoleBadge role={session.role} />
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-2">
            <span>{device}</span>
            {session.is_current && <Badge tone="info">{t`This device`}</Badge>}
          </span>
          <span className="figures block text-muted">
            <Trans>Last used {used}</Trans>
            {zone === undefined ? '' : ` · ${t`Device clock: ${zone}`}`}
          </span>
        </span>
      </span>
      {!session.is_current && (
        <Button
          variant="quiet"
          size="small"
          aria-label={t`Log out ${name}: ${device}, last used ${used}`}
          onPress={() =>
            onAction({
              title: t`Log out ${device}?`,
              confirmLabel: t`Log out`,
              danger: true,
              description: t`${name} will have to log in again on this device.`,
              run: () =>
                done(
                  rest.rpc('end_sessions_of', {
                    target_user_id: session.user_id,
                    target_session_id: session.session_id,
                  }),
                ),
              successMessage: t`${device} was logged out`,
            })
          }
        >
          <Trans>Log out</Trans>
        </Button>
      )}
    </li>
  );
}
