import { Trans, useLingui } from '@lingui/react/macro';
import { unlistedMeta } from '#app/shared/meta.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { MESSAGES_PATH } from '#app/shared/portal-paths.ts';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { BackToAccount } from '#app/shared/shell/back-to-account.tsx';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { hasTabs } from './has-tabs.ts';

export const meta = unlistedMeta(MESSAGES_PATH, {
  title: msg`Messages`,
  description: msg`Your messages with our office.`,
});

const ClientMessages = onDemand(
  async () => (await import('./client-messages.tsx')).ClientMessages,
  <Skeleton className="h-96 rounded-card" />,
);

export default function MessagesPage() {
  const { t } = useLingui();
  const client = useCurrentClient();
  const { role } = useSession();
  return (
    <div className="page flex max-w-3xl flex-col gap-4 py-4 md:py-8">
      <BackToAccount client={client} className={hasTabs(client, role) ? 'max-lg:hidden' : ''} />
      <PageHeading lead={<Trans>Write to us here. It’s safer than email.</Trans>}>{t`Messages`}</PageHeading>
      <ClientMessages />
    </div>
  );
}
