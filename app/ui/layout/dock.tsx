import type { ReactNode } from 'react';
import { Group } from 'react-aria-components/Group';
import { Toolbar } from 'react-aria-components/Toolbar';
import { classNames } from '../class-names.ts';

/**
 * The actions of a page: inline on wide screens, above the bottom bar on phones. Render only one; app.css reserves
 * its space below the page. The tools of a list are one stop of the Tab key and the arrow keys move between them; the
 * buttons of a form are a stop each.
 */
export function Dock({
  children,
  className,
  label,
  isForm = false,
}: {
  children: ReactNode;
  label: string;
  className?: string;
  isForm?: boolean;
}) {
  const Frame = isForm ? Group : Toolbar;
  return (
    <Frame
      aria-label={label}
      data-dock
      className={classNames(
        'fixed inset-x-0 bottom-(--bottom-bar) z-30 flex gap-2 border-t border-line bg-surface px-4 py-2 low:static low:z-auto low:flex-wrap lg:static lg:z-auto lg:border-0 lg:bg-transparent lg:p-0',
        className,
      )}
    >
      {children}
    </Frame>
  );
}
