import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronsUpDown } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { OptionList } from '#app/ui/fields/option-list.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { ChoiceMenu } from '#app/ui/overlays/menu.tsx';
import type { ChoiceMenuProps } from '#app/ui/overlays/menu-popover.tsx';
import { kindNames } from '#domain/clients/client-kinds.ts';
import type { Client } from '#domain/clients/membership.ts';
import { relationName } from '#domain/clients/membership-words.ts';
import { isFound } from '#domain/text/search.ts';
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
  const [isOpen, setOpen] = useState(false);
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
      setOpen(false);
      const chosen = clients.find(({ clientId }) => clientId === id);
      if (chosen) void navigate(pageFor(pathname, chosen.isOwn ? null : id));
    },
  };
  if (clients.length > SEARCH_ABOVE) {
    return (
      <>
        <Button
          variant="secondary"
          icon={icon}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onPress={() => setOpen(true)}
        >
          {button}
        </Button>
        {/* In a dialog: a phone shows few rows above its keyboard. */}
        <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={button}>
          <SearchedClients {...list} />
        </Dialog>
      </>
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

/** A list that a search makes shorter. */
function SearchedClients({ label, choices, value, onChange }: Omit<ChoiceMenuProps, 'trigger'>) {
  const { t } = useLingui();
  const [term, setTerm] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const found = choices.filter((choice) => isFound(choice.label, term));
  const search = t`Search clients`;
  return (
    <div ref={place} className="flex flex-col gap-3">
      <SearchField
        autoFocus
        label={search}
        placeholder={search}
        value={term}
        onChange={setTerm}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') place.current?.querySelector<HTMLElement>('[role=option]')?.focus();
          else event.continuePropagation();
        }}
        onSubmit={() => {
          const [only, ...others] = found;
          if (only && others.length === 0) onChange(only.id);
        }}
      />
      {found.length > 0 && <OptionList label={label} options={found} value={value} onChange={onChange} />}
      <p role="status" className="text-muted empty:hidden">
        {found.length === 0 && t`No client has this name.`}
      </p>
    </div>
  );
}
