import { useLingui } from '@lingui/react/macro';
import { ChevronsUpDown } from 'lucide-react';
import { useLocation, useNavigate } from 'react-router';
import { Button } from '#app/ui/actions/button.tsx';
import { ChoiceMenu } from '#app/ui/overlays/menu.tsx';
import { SearchedChoice } from '#app/ui/overlays/searched-choice.tsx';
import type { Client } from '#domain/clients/membership.ts';
import { relationName } from '#domain/clients/membership-words.ts';
import { pageFor } from './client-page.ts';

/** Shorter lists are seen at a glance. */
const SEARCH_ABOVE = 8;

/** Opens the page for another client. */
export function ClientSwitcher({ current, clients }: { current: Client; clients: readonly Client[] }) {
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
