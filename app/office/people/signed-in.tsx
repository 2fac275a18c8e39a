import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { ConfirmActionDialog, type ConfirmableAction } from './account-actions.tsx';
import { SessionRow, sessionsQuery } from './sessions.tsx';

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
