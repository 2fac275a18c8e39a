import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { ChoiceMenu } from '#app/ui/overlays/menu.tsx';
import { SearchedChoice } from '#app/ui/overlays/searched-choice.tsx';
import { kindNames } from '#domain/clients/client-kinds.ts';
import type { Client } from '#domain/clients/membership.ts';
import { relationName } from '#domain/clients/membership-words.ts';
import { pageFor } from './client-page.ts';

export interface ClientLineProps {
  client: Client;
  clients: readonly Client[] | undefined;
  onCheck: () => unknown;
}

/** A membership may end while a page is open. */
const RECHECK_MS = 60_000;

/** Above every page, for people with several clients: whose documents these are. */
export function ClientLine({ client, clients = [], onCheck }: ClientLineProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { name, kind, isOwn, lastYear } = client;
  useCheck(!isOwn, onCheck);
  return (
    <section
      aria-label={t`Client`}
      className={classNames(
        'border-b print:hidden',
        isOwn ? 'border-line bg-surface' : 'border-action bg-action-soft',
      )}
    >
      <div className="page flex min-h-14 flex-wrap items-center justify-between gap-x-3 py-1.5 sm:gap-x-6">
        <div role="status" className="min-w-0 py-1 wrap-anywhere">
          <p>
            {isOwn ? (
              <Trans>Your own account</Trans>
            ) : (
              <>
                <Trans>
                  You are working for <strong>{name}</strong>
                </Trans>
                <span className="whitespace-nowrap text-muted"> ({t(kindNames[kind])})</span>
              </>
            )}
          </p>
          {lastYear !== null && (
            <p className="text-sm">
              <Trans>
                You see what is from {lastYear} or earlier, and change nothing. That was agreed with our
                office.
              </Trans>
            </p>
          )}
        </div>
        <div className="flex min-h-11 flex-wrap items-center gap-x-3 sm:gap-x-5">
          {!isOwn && (
            <Link to={pageFor(pathname, null)} className="link inline-flex min-h-11 items-center">
              <Trans>Back to your own</Trans>
            </Link>
          )}
          <ClientSwitcher current={client} clients={clients} />
        </div>
      </div>
    </section>
  );
}

/** Checks the access on each new page, and every minute. */
function useCheck(isOn: boolean, onCheck: () => unknown): void {
  const check = useEffectEvent(onCheck);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => void check(), RECHECK_MS);
    return () => clearInterval(timer);
  }, [isOn]);

  // After the end of a membership, an account looks empty.
  const { key } = useLocation();
  const checked = useRef(key);
  useEffect(() => {
    if (!isOn || checked.current === key) return;
    checked.current = key;
    void check();
  }, [isOn, key]);
}

/** Shorter lists are seen at a glance. */
const SEARCH_ABOVE = 8;

function ClientSwitcher({ current, clients }: { current: Client; clients: readonly Client[] }) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  if (clients.length < 2) return null;
  const button = t`Switch client`;
  const icon = <ChevronsUpDown size={18} aria-hidden />;
  const list = {
    label: t`Clients`,
    choices: clients.map((client) => ({
      id: client.clientId,
      label: client.name || t`Without a name`,
      hint: client.isOwn ? t`Your own` : t(relationName(client.relation)),
    })),
    value: current.clientId,
    onChange: (id: string) => {
      const chosen = clients.find(({ clientId }) => clientId === id);
      if (chosen) void navigate(pageFor(pathname, chosen.isOwn ? null : id));
    },
  };
  if (clients.length > SEARCH_ABOVE) {
    return (
      <SearchedChoice
        {...list}
        button={button}
        icon={icon}
        search={t`Search clients`}
        nothing={t`No client has this name.`}
      />
    );
  }
  return (
    <ChoiceMenu
      {...list}
      trigger={
        <Button variant="secondary" icon={icon} className="max-sm:px-3">
          {button}
        </Button>
      }
    />
  );
}
