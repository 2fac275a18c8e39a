import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { UnreadCount } from '#app/conversation/client/unread-count.tsx';
import { Link } from '#app/language/links.tsx';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { FILES_PATH, MESSAGES_PATH, TAX_COPY_PATH, TAX_FORM_PATH } from '#app/shared/portal-paths.ts';
import { opensUnasked, wantedIn } from '#app/tax-form/address.ts';
import { formStatusQuery } from '#app/tax-form/queries.ts';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import type { Client } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';

export function ClientTabs({ client }: { client: Client }) {
  const { t } = useLingui();
  const isWide = useWideScreen();
  const { data: isSent } = useQuery({
    ...formStatusQuery(client.clientId, useOfficeYear()),
    // The pages ask for it when it may have changed.
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isWide,
  });
  const current = useCurrentTab(client, isSent);
  if (isWide) return null;
  // Of past years, there is no form to fill out.
  const tabs = tabsFor(isSent === true).filter(({ id }) => id !== 'form' || client.lastYear === null);
  return (
    <nav aria-label={t`Your portal`} className="border-b border-line bg-surface lg:hidden print:hidden">
      <ul className="mx-auto flex max-w-2xl px-1">
        {tabs.map(({ id, label, to }) => (
          <li key={id} className="flex-auto">
            <Link
              to={to}
              aria-current={id === current ? 'page' : undefined}
              className="flex min-h-11 items-center justify-center gap-1.5 border-b-3 border-transparent px-1 pt-[3px] text-[clamp(14px,4vw,0.9375rem)] font-medium tracking-tight text-muted -outline-offset-2 aria-[current=page]:border-action aria-[current=page]:font-semibold aria-[current=page]:text-action"
            >
              {t(label)}
              {id === 'messages' && <UnreadCount clientId={client.clientId} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** A form that was sent is shown as a copy, and not opened to be filled out again. */
const tabsFor = (isSent: boolean) =>
  [
    { id: 'home', label: msg({ message: 'Home', context: 'portal' }), to: '/account' },
    { id: 'form', label: msg`Form`, to: isSent ? TAX_COPY_PATH : TAX_FORM_PATH },
    { id: 'documents', label: msg`Documents`, to: FILES_PATH },
    { id: 'messages', label: msg`Messages`, to: MESSAGES_PATH },
  ] as const;

type TabId = ReturnType<typeof tabsFor>[number]['id'];

function useCurrentTab(client: Client, isSent: boolean | undefined): TabId {
  const { pathname } = useLocation();
  const wanted = wantedIn(useSearchParams()[0]);
  if (pathname.startsWith(MESSAGES_PATH)) return 'messages';
  if (!pathname.startsWith('/secured-files')) return 'home';
  const isForm = wanted === 'any' ? isSent === false && opensUnasked(client) : wanted !== 'files';
  return isForm && client.lastYear === null ? 'form' : 'documents';
}
