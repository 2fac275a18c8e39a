import { Outlet } from 'react-router';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { CurrentClientProvider, useClientChoice } from '#app/shared/session/clients/current-client.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { PortalShell } from '#app/site/shell/portal-shell.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { hasNoOwnClient } from '#domain/clients/membership.ts';
import { hasTabs } from './has-tabs.ts';

/** app/root.tsx reads it here, so that public pages don't load it. */
export const handle = { shell: PortalShell };

const ClientTabs = onDemand(
  async () => (await import('./client-tabs.tsx')).ClientTabs,
  // As high as the tabs.
  <div className="box-content h-11 border-b border-line bg-surface lg:hidden print:hidden" />,
  'after',
);
// For people with several clients.
const ClientLine = onDemand(
  async () => (await import('#app/shared/session/clients/client-line.tsx')).ClientLine,
  // As high as the line.
  <div className="min-h-14 border-b border-line" />,
);
const WaitingMessages = onDemand(
  async () => (await import('#app/conversation/composer/waiting-messages.tsx')).WaitingMessages,
  null,
  'after',
);
const NoClient = onDemand(
  async () => (await import('#app/shared/session/clients/no-client.tsx')).NoClient,
  <Loading />,
);

export default function ClientLayout() {
  const { user } = useSession();
  return (
    user && (
      <>
        <PagesOfClient userId={user.id} />
        <WaitingMessages userId={user.id} />
      </>
    )
  );
}

function PagesOfClient({ userId }: { userId: string }) {
  const { role } = useSession();
  const { client, clients, last, error, reload } = useClientChoice(userId);
  if (!client)
    return clients || error ? (
      <NoClient last={last} hasNoOwn={hasNoOwnClient(clients)} error={error} onRetry={reload} />
    ) : (
      <Loading />
    );
  return (
    <CurrentClientProvider value={client}>
      {hasTabs(client, role) && <ClientTabs client={client} />}
      {(!client.isOwn || (clients && clients.length > 1)) && (
        <ClientLine client={client} clients={clients} onCheck={reload} />
      )}
      {/* The key: nothing of one client may stay on the screen of another. */}
      <Outlet key={client.clientId} />
    </CurrentClientProvider>
  );
}
