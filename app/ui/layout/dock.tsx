import type { ReactNode } from 'react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { classNames } from '../class-names.ts';

/**
 * The actions of a page: inline on wide screens, above the bottom bar on phones. Render only one; app.css reserves
 * its space below the page.
 */
export function Dock({
  children,
  className,
  label,
}: {
  children: ReactNode;
  label: string;
  className?: string;
}) {
  return (
    <Toolbar
      aria-label={label}
      data-dock
      className={classNames(
        'fixed inset-x-0 bottom-(--bottom-bar) z-30 flex gap-2 border-t border-line bg-surface px-4 py-3 low:static low:z-auto low:flex-wrap lg:static lg:z-auto lg:border-0 lg:bg-transparent lg:p-0',
        className,
      )}
    >
      {children}
    </Toolbar>
  );
}
