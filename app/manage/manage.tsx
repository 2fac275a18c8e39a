import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useSession } from '#app/client/session.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { classNames } from '#app/ui/class-names.ts';
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
  const heading = useRef<HTMLHeadingElement>(null);
  const search = parameters.get('q') ?? '';
  const clientId = parameters.get('client');
  if (!mayManage(role)) return <AccessDenied />;

  return (
    <div className="page flex flex-col gap-4 py-5 lg:py-6">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
        <h1
          ref={heading}
          tabIndex={-1}
          className={classNames('text-2xl', clientId !== null && 'max-lg:sr-only')}
        >
          File Management Dashboard
        </h1>
        <ClientSearch search={search} clientId={clientId} />
      </div>
      {clientId === null ? (
        <ClientList search={search} />
      ) : (
        <ClientDesk
          key={clientId}
          clientId={clientId}
          onClear={() => {
            // The button goes with the client.
            heading.current?.focus();
            void navigate({ search: search === '' ? '' : `?${new URLSearchParams({ q: search })}` });
          }}
        />
      )}
    </div>
  );
}
