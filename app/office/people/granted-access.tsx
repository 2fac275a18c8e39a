import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { endOfGrants } from './account-actions.ts';
import type { ConfirmableAction } from './confirm-action-dialog.tsx';
import { grantedAccessQuery } from './granted-access-query.ts';
import { Grants } from './grants.tsx';
import type { OfficePerson } from './people-query.ts';

interface GrantedAccessProps {
  person: OfficePerson;
  onAction: (action: ConfirmableAction) => void;
}

/** What a person of the staff, also a former one, gave access to. Renders nothing if nothing of it counts anymore. */
export function GrantedAccess({ person, onAction }: GrantedAccessProps) {
  const { t } = useLingui();
  const { data: grants = [], error } = useQuery(grantedAccessQuery(person.user_id));
  if (error) return <Banner kind="danger">{messageOf(error, t)}</Banner>;
  if (grants.length === 0) return null;
  return (
    <Panel
      id="office-granted-access"
      title={t`Access that ${{ name: displayName(person) }} gave`}
      level={2}
      actions={
        grants.some(({ isOwnLogin }) => !isOwnLogin) && (
          <Button variant="secondary" size="small" onPress={() => onAction(endOfGrants(person, t))}>
            <Trans>End all access</Trans>
          </Button>
        )
      }
    >
      <Grants grants={grants} />
    </Panel>
  );
}
