import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { BookmarkPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { isSuperRole } from '#domain/account/roles.ts';
import { hasFilters, type ListFilters, NEWEST_FIRST } from '../../manage-params.ts';
import { listQuery, usualViews, viewSearch } from './view-address.ts';
import { type SavedView, viewsQuery } from './views-query.ts';

const ViewMenu = onDemand(async () => (await import('./view-menu.tsx')).ViewMenu);

const ViewDialog = onDemand(async () => (await import('./view-dialog.tsx')).ViewDialog);

export function Views({ filters, thisYear }: { filters: ListFilters; thisYear: number }) {
  const { t } = useLingui();
  const { user, role } = useSession();
  const { search } = useLocation();
  const ownId = user?.id ?? '';
  const { data: saved = [] } = useQuery({ ...viewsQuery(ownId), enabled: ownId !== '' });
  const [dialog, setDialog] = useState<{ view: SavedView | null } | null>(null);
  const present = listQuery(search, thisYear);
  const isPresent = (query: string) => listQuery(query, thisYear) === present;
  const isUsual = usualViews.some(({ query }) => isPresent(query));
  const open = isUsual ? undefined : saved.find(({ query }) => isPresent(query));
  const isChanged = hasFilters(filters) || filters.sort !== NEWEST_FIRST || filters.year !== thisYear;
  const mayChange = open && (open.owner_id === ownId || isSuperRole(role));

  return (
    <nav aria-label={t`Views of the list`} className="flex min-w-0 items-center gap-1">
      <ul className="flex min-w-0 items-center gap-1.5 overflow-x-auto p-0.5">
        {usualViews.map((view) => (
          <li key={view.id} className="shrink-0">
            <ViewChip search={viewSearch(view)} isOpen={isPresent(view.query)}>
              {t(view.name)}
            </ViewChip>
          </li>
        ))}
        {saved.map((view) => (
          <li key={view.id} className="shrink-0">
            <ViewChip search={viewSearch(view)} isOpen={view === open}>
              <span className="max-w-56 truncate" title={view.name}>
                {view.name}
              </span>
              {view.shared && (
                <>
                  <Users size={13} aria-hidden />
                  <span className="sr-only">{t`(shared)`}</span>
                </>
              )}
            </ViewChip>
          </li>
        ))}
      </ul>
      {mayChange && (
        <ViewMenu
          view={open}
          own={saved.filter(({ owner_id }) => owner_id === ownId)}
          isOwn={open.owner_id === ownId}
          onRename={() => setDialog({ view: open })}
        />
      )}
      {isChanged && !isUsual && !open && (
        <Button
          variant="quiet"
          size="small"
          className="min-h-11 min-w-11 shrink-0 whitespace-nowrap lg:min-h-8 lg:px-2"
          icon={<BookmarkPlus size={16} aria-hidden />}
          onPress={() => setDialog({ view: null })}
        >
          <span className="max-sm:sr-only">{t`Save view`}</span>
        </Button>
      )}
      {dialog && (
        <ViewDialog
          view={dialog.view}
          query={present}
          own={saved.filter(({ owner_id }) => owner_id === ownId)}
          onClose={() => setDialog(null)}
        />
      )}
    </nav>
  );
}

interface ViewChipProps {
  search: string;
  isOpen: boolean;
  children: React.ReactNode;
}

function ViewChip({ search, isOpen, children }: ViewChipProps) {
  return (
    <Link
      to={{ search }}
      preventScrollReset
      aria-current={isOpen ? 'page' : undefined}
      className={classNames(
        'flex min-h-11 items-center gap-1.5 rounded-full border px-3 text-sm whitespace-nowrap no-underline transition-colors duration-150 hover:border-action lg:min-h-7',
        isOpen ? 'border-action bg-action-soft font-semibold text-ink' : 'border-line bg-surface text-ink',
      )}
    >
      {children}
    </Link>
  );
}
