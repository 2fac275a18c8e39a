import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { messageOf } from '#app/shared/api/error-wording.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { clientQuery } from '../clients/clients-query.ts';

export interface OpenClientProps {
  clientId: string;
  onClear: () => void;
}

interface Props extends OpenClientProps {
  case: ComponentType<{ client: Profile; onClear: () => void }>;
}

export function OpenClient({ clientId, onClear, case: Case }: Props) {
  const { t } = useLingui();
  const { data: client, isPending, error, refetch } = useQuery(clientQuery(clientId));
  if (client) return <Case client={client} onClear={onClear} />;
  if (isPending) return <Loading />;
  return (
    <Banner
      kind="danger"
      title={
        error
          ? t`We couldn’t load this client: ${{ problem: messageOf(error, t) }}`
          : t`There’s no user at this address`
      }
      announce
      actions={
        <>
          {error && (
            <Button variant="secondary" onPress={() => void refetch()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button variant="secondary" onPress={onClear}>
            <Trans>Clear Selection</Trans>
          </Button>
        </>
      }
    />
  );
}
