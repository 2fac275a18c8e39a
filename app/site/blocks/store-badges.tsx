import { useLingui } from '@lingui/react/macro';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { Business } from '#domain/business/business.ts';

type Stores = Business['apps'][number]['stores'];

/** Links to an app in the stores. Renders nothing if there is no app. */
export function StoreBadges({ stores, label }: { stores: Stores; label?: string }) {
  const { t } = useLingui();
  const { ios, android } = stores;
  if (!ios && !android) return null;
  return (
    <ul aria-label={label ?? t`The app for your phone`} className="flex flex-wrap gap-3">
      {ios && (
        <li>
          <Store to={ios} above={t`Download on the`} name="App Store" glyph={<PhoneGlyph />} />
        </li>
      )}
      {android && (
        <li>
          <Store to={android} above={t`Get it on`} name="Google Play" glyph={<PlayGlyph />} />
        </li>
      )}
    </ul>
  );
}

function Store({
  to,
  above,
  name,
  glyph,
}: {
  to: string;
  above: string;
  name: string;
  glyph: React.ReactNode;
}) {
  return (
    <SmartLink
      to={to}
      className="flex min-h-13 items-center gap-3 rounded-control border border-control bg-surface py-1.5 pr-5 pl-4 transition-colors duration-150 hover:border-action hover:bg-action-soft"
    >
      <span className="text-action">{glyph}</span>
      <span className="flex flex-col leading-tight">
        <span className="text-xs text-muted">{above}</span>
        <span className="font-semibold">{name}</span>
      </span>
    </SmartLink>
  );
}

function PhoneGlyph() {
  return (
    <svg
      width="22"
      height="26"
      viewBox="0 0 22 26"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      aria-hidden="true"
    >
      <rect x="3" y="1.500" width="16" height="23" rx="3.500" />
      <path d="M9 4.500h4M9.500 21.500h3" strokeLinecap="round" />
    </svg>
  );
}

function PlayGlyph() {
  return (
    <svg
      width="22"
      height="24"
      viewBox="0 0 22 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M3 2.500v19L20 12 3 2.500Zm0 0 11.500 12.500M3 21.500 14.500 9" />
    </svg>
  );
}
