import { Trans } from '@lingui/react/macro';
import { CalendarDays, Settings2 } from 'lucide-react';
import { useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { onDemand } from '#app/shared/browser/on-demand.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { AccessDenied } from '#app/staff/access-denied.tsx';
import { ClientList } from '#app/staff/clients/client-list.tsx';
import { ClientSearch, useSearchShortcut } from '#app/staff/clients/client-search-field.tsx';
import { ListFiltersBar } from '#app/staff/clients/list-filters.tsx';
import { filtersIn, listOnlySearch } from '#app/staff/manage-params.ts';
import { WorkQueues } from '#app/staff/queues/work-queues.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { isSuperRole, mayManage } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export const meta = pageMeta(() => ({
  title: msg`File Management`,
  description: msg`For staff: clients and their files.`,
  path: '/manage',
  index: false,
}));

const ClientCase = onDemand(async () => (await import('#app/pages/client-case.tsx')).ClientCase, <Loading />);

/** The client list or an open case. All state is in the URL (manage-params.ts). */
export default function Manage() {
  const { role } = useSession();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const top = useRef<HTMLDivElement>(null);
  const thisYear = useOfficeYear();
  useSearchShortcut(top);
  const filters = filtersIn(parameters, thisYear);
  const clientId = parameters.get('client');
  if (!mayManage(role)) return <AccessDenied />;

  return (
    <div className="staff-page flex flex-col gap-4 py-5 lg:gap-3 lg:py-5 print:p-0">
      <div ref={top} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-4 print:hidden">
        <h1
          ref={heading}
          tabIndex={-1}
          className={classNames('flex-1 text-xl', clientId !== null && 'max-lg:sr-only')}
        >
          <Trans>File Management Dashboard</Trans>
        </h1>
        <LinkButton
          to="/manage/calendar"
          variant="secondary"
          icon={<CalendarDays size={18} aria-hidden />}
          className={classNames('lg:order-last', clientId !== null && 'max-lg:hidden')}
        >
          <Trans>Calendar</Trans>
        </LinkButton>
        {isSuperRole(role) && (
          <LinkButton
            to="/manage/office"
            variant="secondary"
            icon={<Settings2 size={18} aria-hidden />}
            className={classNames('lg:order-last', clientId !== null && 'max-lg:hidden')}
          >
            <Trans>Office</Trans>
          </LinkButton>
        )}
        <ClientSearch search={filters.term} clientId={clientId} />
      </div>
      {clientId === null ? (
        <>
          <WorkQueues />
          <ListFiltersBar filters={filters} thisYear={thisYear} />
          <ClientList filters={filters} />
        </>
      ) : (
        <ClientCase
          key={clientId}
          clientId={clientId}
          onClear={() => {
            // The pressed button disappears with the client.
            heading.current?.focus();
            void navigate({ search: listOnlySearch(window.location.search) });
          }}
        />
      )}
    </div>
  );
}
