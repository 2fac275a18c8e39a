import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '#app/client/session.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { mayManage } from '#domain/roles.ts';
import { AccessDenied } from './access-denied.tsx';
import { ClientDesk } from './client-desk.tsx';
import { ClientList } from './client-list.tsx';
import { ClientSearch } from './client-search-field.tsx';

export const meta = () =>
  pageMeta({
    title: 'File Management',
    description: 'For the office: clients and their files.',
    path: '/manage',
    index: false,
  });

/** The address says who is looked for (q), whose files are open (client) and which folder (folder). */
export default function Manage() {
  const { role } = useSession();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const search = parameters.get('q') ?? '';
  const clientId = parameters.get('client');
  if (!mayManage(role)) return <AccessDenied />;

  return (
    <div className="page flex flex-col gap-5 py-6 lg:py-8">
      <PageHeading>File Management Dashboard</PageHeading>
      <ClientSearch search={search} clientId={clientId} />
      {clientId === null ? (
        <ClientList search={search} />
      ) : (
        <ClientDesk
          key={clientId}
          clientId={clientId}
          onClear={() =>
            void navigate({ search: search === '' ? '' : `?${new URLSearchParams({ q: search })}` })
          }
        />
      )}
    </div>
  );
}
