import { Trans, useLingui } from '@lingui/react/macro';
import { Menu, Phone } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, NavLink } from '#app/language/links.tsx';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LanguageSwitch } from '#app/shared/shell/language-switch.tsx';
import { Logo } from '#app/shared/shell/logo.tsx';
import { accountItems, headerItems } from '#app/shared/shell/navigation.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { buttonStyle } from '#app/ui/actions/button-style.ts';
import { classNames } from '#app/ui/class-names.ts';

const loadMenu = () => import('./mobile-menu.tsx');
const MobileMenu = lazy(() => loadMenu().then((module) => ({ default: module.MobileMenu })));

/** @param isLow on phones */
export function Header({ isLow = false }: { isLow?: boolean }) {
  return (
    <header className="border-b border-line bg-paper lg:sticky lg:top-0 lg:z-30 low:static print:hidden">
      <div
        className={classNames(
          'page flex flex-wrap items-center justify-between gap-x-1 xs:gap-x-2 lg:min-h-18 lg:flex-nowrap',
          isLow ? 'min-h-11' : 'min-h-16',
        )}
      >
        <Link to="/" className="flex min-h-11 items-center rounded-control text-action">
          <Logo />
          <span className="sr-only">
            <Trans>, home page</Trans>
          </span>
        </Link>
        <div className="hidden items-center gap-1 lg:flex">
          <DesktopNav />
          <LanguageSwitch className="inline-flex min-h-11 items-center rounded-control px-2 text-[0.9375rem] font-medium text-ink transition-colors duration-150 hover:bg-action-soft" />
        </div>
        <MobileTools />
      </div>
    </header>
  );
}

function DesktopNav() {
  const hint = useSessionHint();
  const { t } = useLingui();
  return (
    <nav aria-label={t`Main`} className="flex items-center gap-1">
      {headerItems(hint).map((item) => (
        <NavLink
          key={item.label.id}
          to={item.to}
          className="inline-flex min-h-11 items-center rounded-control px-2 text-[0.9375rem] xl:px-3 font-medium text-ink transition-colors duration-150 hover:bg-action-soft aria-[current=page]:text-action aria-[current=page]:underline aria-[current=page]:decoration-2 aria-[current=page]:underline-offset-8"
        >
          {t(item.label)}
        </NavLink>
      ))}
      <span className="ml-2 flex gap-2">
        {accountItems(hint).map((item) => (
          <NavLink
            key={item.label.id}
            to={item.to}
            className={buttonStyle(
              'secondary',
              'small',
              'min-h-11 xl:px-5 aria-[current=page]:border-action aria-[current=page]:text-action',
            )}
          >
            {t(item.label)}
          </NavLink>
        ))}
      </span>
    </nav>
  );
}

function MobileTools() {
  const { phone } = useOffice().contact;
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState(false);
  return (
    // Wraps below the name if both do not fit on one line, because of large text or a long name.
    <div className="ml-auto flex items-center lg:hidden">
      <a
        href={`tel:${phone.e164}`}
        className="figures inline-flex min-h-11 items-center gap-1.5 rounded-control px-0.5 text-sm font-semibold tracking-tight whitespace-nowrap text-action xs:px-1.5 xs:text-[0.9375rem] xs:tracking-normal"
      >
        <Phone size={18} aria-hidden className="hidden sm:block" />
        {phone.display}
      </a>
      <button
        type="button"
        aria-label={t`Menu`}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadMenu}
        onClick={() => {
          setLoaded(true);
          setOpen(true);
        }}
        className="-mr-2.5 inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-ink"
      >
        <Menu size={24} aria-hidden />
      </button>
      {loaded && (
        <Suspense>
          <MobileMenu isOpen={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
