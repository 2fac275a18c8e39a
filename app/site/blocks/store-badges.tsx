import { useLingui } from '@lingui/react/macro';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { Business } from '#domain/business/business.ts';
import { msg } from '#domain/language/message.ts';

const badges = [
  {
    store: 'ios',
    above: msg`Download on the`,
    name: 'App Store',
    height: 26,
    glyph: (
      <>
        <rect x="3" y="1.500" width="16" height="23" rx="3.500" />
        <path d="M9 4.500h4M9.500 21.500h3" strokeLinecap="round" />
      </>
    ),
  },
  {
    store: 'android',
    above: msg`Get it on`,
    name: 'Google Play',
    height: 24,
    glyph: <path d="M3 2.500v19L20 12 3 2.500Zm0 0 11.500 12.500M3 21.500 14.500 9" strokeLinejoin="round" />,
  },
] as const;

interface StoreBadgesProps {
  stores: Business['apps'][number]['stores'];
  label?: string;
}

/** Links to an app in the stores. Renders nothing if there is no app. */
export function StoreBadges({ stores, label }: StoreBadgesProps) {
  const { t } = useLingui();
  if (!stores.ios && !stores.android) return null;
  return (
    <ul aria-label={label ?? t`The app for your phone`} className="flex flex-wrap gap-3">
      {badges.map(({ store, above, name, height, glyph }) => {
        const to = stores[store];
        return (
          to && (
            <li key={store}>
              <SmartLink
                to={to}
                className="flex min-h-13 items-center gap-3 rounded-control border border-control bg-surface py-1.5 pr-5 pl-4 transition-colors duration-150 hover:border-action hover:bg-action-soft"
              >
                <svg
                  width="22"
                  height={height}
                  viewBox={`0 0 22 ${height}`}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="1.75"
                  aria-hidden="true"
                  className="text-action"
                >
                  {glyph}
                </svg>
                <span className="flex flex-col leading-tight">
                  <span className="text-xs text-muted">{t(above)}</span>
                  <span className="font-semibold">{name}</span>
                </span>
              </SmartLink>
            </li>
          )
        );
      })}
    </ul>
  );
}
