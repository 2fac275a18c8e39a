import { type ReactNode, useCallback, useRef, useState } from 'react';
import { QueryProvider } from '#app/shared/api/query-client.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { SessionProvider } from '#app/shared/session/session.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { PageFrame } from '#app/shared/shell/page-frame.tsx';
import { type ShortcutGroup, ShortcutListing, shellShortcuts } from '../shortcuts.tsx';
import { StaffBar } from './staff-bar.tsx';
import { StaffFooter } from './staff-footer.tsx';
import { useShellKeys } from './use-shell-keys.ts';

const SearchDialog = onDemand(async () => (await import('../search/search-dialog.tsx')).SearchDialog);

const ShortcutSheet = onDemand(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);

/** The layout around every staff page: a bar with the sections and the search, and one line at the bottom. */
export function StaffShell({ children }: { children: ReactNode }) {
  const hint = useSessionHint();
  const bar = useRef<HTMLElement>(null);
  const [groups, setGroups] = useState<readonly ShortcutGroup[]>([]);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [isSearching, setSearching] = useState(false);
  const openSheet = () => setSheetOpen(true);
  const openSearch = () => setSearching(true);
  useShellKeys(bar, { onHelp: openSheet, onEverything: openSearch });

  const list = useCallback((group: ShortcutGroup) => {
    setGroups((all) => [...all, group]);
    return () => setGroups((all) => all.filter((one) => one !== group));
  }, []);

  return (
    // The bar is outside of the guards, which provide the same to the page.
    <SessionProvider>
      <QueryProvider>
        <ShortcutListing value={list}>
          <PageFrame
            hint={hint}
            header={<StaffBar ref={bar} hint={hint} onShortcuts={openSheet} onSearch={openSearch} />}
            footer={<StaffFooter />}
          >
            {children}
          </PageFrame>
          {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
          {isSheetOpen && (
            <ShortcutSheet groups={[shellShortcuts, ...groups]} onClose={() => setSheetOpen(false)} />
          )}
        </ShortcutListing>
      </QueryProvider>
    </SessionProvider>
  );
}
