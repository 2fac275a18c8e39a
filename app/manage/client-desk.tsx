import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageOf } from '#app/client/error-wording.ts';
import type { Profile } from '#app/client/profile.ts';
import { useSession } from '#app/client/session.tsx';
import { FileManager } from '#app/files/file-manager.tsx';
import { focusOnMount } from '#app/files/focus-on-mount.ts';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { Loading } from '#app/ui/loading.tsx';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { displayName } from '#domain/file-display.ts';
import { showPhone } from '#domain/phone.ts';
import { isSuperRole } from '#domain/roles.ts';
import { clientQuery } from './clients-query.ts';
import { RoleBadge } from './role-badge.tsx';

/** One client, and the files. */
export function ClientDesk({ clientId, onClear }: { clientId: string; onClear: () => void }) {
  const { data: client, isPending, error, refetch } = useQuery(clientQuery(clientId));
  if (isPending) return <Loading />;
  if (!client) {
    return (
      <Banner
        kind="danger"
        title={error ? `Failed to load users: ${messageOf(error)}` : 'There is no user at this address'}
        announce
        actions={
          <>
            {error && (
              <Button variant="secondary" onPress={() => void refetch()}>
                Try again
              </Button>
            )}
            <Button variant="secondary" onPress={onClear}>
              Clear Selection
            </Button>
          </>
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <ClientHeading client={client} onClear={onClear} />
      <ClientFiles ownerId={client.user_id} forWhom={displayName(client)} />
    </div>
  );
}

function ClientFiles({ ownerId, forWhom }: { ownerId: string; forWhom: string }) {
  const seesCounts = isSuperRole(useSession().role);
  const target = useMemo(
    () => ({ ownerId, forWhom, mayDelete: true, dense: true, seesCounts }),
    [ownerId, forWhom, seesCounts],
  );
  return <FileManager target={target} />;
}

function ClientHeading({ client, onClear }: { client: Profile; onClear: () => void }) {
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-4 py-3 lg:px-5 lg:py-4">
      <div className="min-w-0">
        <h2 ref={focusOnMount} tabIndex={-1} className="text-lg break-words lg:text-xl">
          Managing files for {displayName(client)}
        </h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          <SmartLink to={`mailto:${client.email}`} className="link break-all">
            {client.email}
          </SmartLink>
          <span className="figures">{showPhone(client.phone)}</span>
          <RoleBadge role={client.role} />
        </p>
      </div>
      <Button variant="secondary" onPress={onClear}>
        Clear Selection
      </Button>
    </div>
  );
}
