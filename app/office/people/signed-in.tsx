import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Loaded } from '#app/shared/parts/loaded.tsx';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { ConfirmActionDialog, type ConfirmableAction } from './account-actions.tsx';
import { personUrl } from './people-links.ts';
import { SessionRow } from './session-row.tsx';
import { type PersonSession, sessionsQuery } from './sessions-query.ts';

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
      <Loaded query={query} skeleton="h-20" none={t`No one is logged in.`}>
        {(sessions) => (
          <ul aria-label={t`Logged in`} className="divide-y divide-line text-sm">
            {sessions.map((session) => (
              <SessionRow
                key={session.session_id}
                session={session}
                name={displayName(session)}
                whose={<Whose session={session} />}
                onAction={setAction}
              />
            ))}
          </ul>
        )}
      </Loaded>
      {action && <ConfirmActionDialog action={action} onClose={() => setAction(null)} />}
    </Panel>
  );
}

function Whose({ session }: { session: PersonSession }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      <SmartLink
        to={personUrl(session.user_id)}
        className="link inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere lg:min-h-7"
      >
        {displayName(session)}
      </SmartLink>
      <RoleBadge role={session.role} />
    </span>
  );
}
