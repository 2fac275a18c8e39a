import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { RoleBadge } from '#app/shared/session/role-badge.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Badge } from '#app/ui/feedback/badge.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { ConfirmActionDialog, type ConfirmableAction, RoleMenu } from '../people/account-actions.tsx';
import { type OfficePerson, personUrl, staffQuery } from '../people/people-query.ts';
import { Invitations, InviteForm } from './invitations.tsx';

export default function Staff() {
  const { t } = useLingui();
  const staff = useQuery(staffQuery());
  const [action, setAction] = useState<ConfirmableAction | null>(null);
  return (
    <>
      <Panel id="office-staff" title={t`Staff`} level={2}>
        <LoadedRows
          query={staff}
          skeleton="h-20"
          wording={(problem) => t`We couldn’t load this list: ${{ problem }}`}
          label={t`Staff`}
        >
          {(person) => <Line key={person.user_id} person={person} onAction={setAction} />}
        </LoadedRows>
      </Panel>
      <Panel id="office-invite" title={t`Invite someone`} level={2}>
        <p className="text-sm text-muted">
          <Trans>
            We’ll email them a link to choose a password and set up an authenticator app. If someone already
            has an account, change their role under{' '}
            <SmartLink to="/manage/office/people" className="link">
              People
            </SmartLink>
            .
          </Trans>
        </p>
        <InviteForm />
        <Invitations />
      </Panel>
      {action && <ConfirmActionDialog action={action} onClose={() => setAction(null)} />}
    </>
  );
}

function Line({ person, onAction }: { person: OfficePerson; onAction: (action: ConfirmableAction) => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  const name = displayName(person);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5">
      <span className="min-w-0 grow basis-72">
        <span className="flex flex-wrap items-center gap-x-2">
          <SmartLink
            to={personUrl(person.user_id)}
            className="link inline-flex min-h-11 min-w-0 items-center font-semibold wrap-anywhere lg:min-h-7"
          >
            {name}
          </SmartLink>
          {person.user_id === user?.id && <span className="text-muted">{t`(you)`}</span>}
          <RoleBadge role={person.role} />
          {person.deactivated && <Badge tone="danger">{t`Deactivated`}</Badge>}
          {!person.has_factor && <Badge tone="warning">{t`No authenticator app`}</Badge>}
        </span>
        <span className="block break-all text-muted">{person.email}</span>
      </span>
      <RoleMenu person={person} variant="quiet" onAction={onAction} />
    </li>
  );
}
