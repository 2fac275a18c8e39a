import { Trans, useLingui } from '@lingui/react/macro';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { ClientList } from '#app/desk/clients/client-list.tsx';
import { movedInbox } from '#app/desk/inbox/inbox-params.ts';
import { clientSearch, filtersIn, listOnlySearch } from '#app/desk/manage-params.ts';
import { reloadQueues } from '#app/desk/queues/queues-query.ts';
import { PapersClosed } from '#app/desk/shell/papers-closed.tsx';
import type { NextStep } from '#app/desk/work-queues/waiting-returns.tsx';
import { WorkQueues } from '#app/desk/work-queues/work-queues.tsx';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { opensPapers } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';

export const meta = unlistedMeta('/manage', {
  title: msg`File Management`,
  description: msg`For staff: clients and their files.`,
});

const ClientCase = onDemand(async () => (await import('#app/pages/client-case.tsx')).ClientCase, <Loading />);

const Views = onDemand(
  async () => (await import('#app/desk/clients/views/views.tsx')).Views,
  <div className="min-h-12 min-w-0 flex-1 lg:min-h-8" />,
  'after',
);

const FrontDeskCase = onDemand(
  async () => (await import('#app/pages/front-desk/front-desk-case.tsx')).FrontDeskCase,
  <Loading />,
);

const WaitingForSuper = onDemand(
  async () => (await import('#app/desk/work-queues/waiting-for-super.tsx')).WaitingForSuper,
  null,
  'after',
);

const ClientDialog = onDemand(async () => (await import('#app/desk/members/client-dialog.tsx')).ClientDialog);

const StepDialog = onDemand(async () => (await import('#app/returns/staff/step-dialog.tsx')).StepDialog);

/** The client list or an open case. All state is in the URL (manage-params.ts). */
export default function Manage() {
  const { role } = useSession();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  const thisYear = useOfficeYear();
  const filters = filtersIn(parameters, thisYear);
  const [isOpening, setOpening] = useState(false);
  const [step, setStep] = useState<NextStep | null>(null);
  const clientId = parameters.get('client');
  const { t } = useLingui();
  const seesPapers = opensPapers(role);
  if (!seesPapers && clientId !== null && (parameters.has('sheet') || parameters.has('folder'))) {
    return <PapersClosed to={`/manage${clientSearch('', clientId, '')}`} />;
  }

  const moved = movedInbox(parameters);
  if (moved !== null && clientId === null) return <Navigate to={moved} replace />;

  const OpenCase = seesPapers ? ClientCase : FrontDeskCase;
  return (
    <div className="staff-page flex flex-col gap-3 py-3 lg:gap-1.5 lg:py-1.5 print:p-0">
      <div
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 lg:flex-nowrap lg:gap-x-4 print:hidden',
          // The case has its own heading.
          clientId !== null && 'sr-only',
        )}
      >
        <h1
          ref={heading}
          tabIndex={-1}
          className="min-w-0 text-lg leading-tight max-lg:flex-1 lg:shrink-0 lg:text-base"
        >
          {seesPapers ? t`File Management Dashboard` : t`Clients`}
        </h1>
        {clientId === null && seesPapers && (
          // On phones, below the heading and the button.
          <div className="min-w-0 flex-1 max-lg:order-last max-lg:basis-full">
            <Views filters={filters} thisYear={thisYear} />
          </div>
        )}
        {clientId === null && seesPapers && (
          <Button
            variant="secondary"
            size="small"
            icon={<UserPlus size={18} aria-hidden />}
            className="shrink-0 max-lg:min-h-11 lg:min-h-8 lg:py-0"
            onPress={() => setOpening(true)}
          >
            <Trans>New client</Trans>
          </Button>
        )}
      </div>
      {clientId === null ? (
        <>
          {seesPapers && (
            <>
              <WaitingForSuper />
              <WorkQueues onNewClient={() => setOpening(true)} onStep={setStep} />
            </>
          )}
          <ClientList filters={filters} thisYear={thisYear} />
        </>
      ) : (
        <OpenCase
          key={clientId}
          clientId={clientId}
          onClear={() => {
            // The pressed button disappears with the client.
            heading.current?.focus();
            void navigate({ search: listOnlySearch(window.location.search) });
          }}
        />
      )}
      {step && <StepDialog {...step} onClose={() => setStep(null)} onTried={reloadQueues} />}
      {isOpening && (
        <ClientDialog
          onClose={() => setOpening(false)}
          onSaved={(id) => {
            setOpening(false);
            void navigate({ search: clientSearch(window.location.search, id, '') });
          }}
        />
      )}
    </div>
  );
}
