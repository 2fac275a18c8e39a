import { useLingui } from '@lingui/react/macro';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const large =
  'inline-flex size-11 items-center justify-center rounded-control text-action hover:bg-action-soft';

/** The office's pages on social networks, as icons. */
export function SocialLinks({ className, linkStyle = large }: { className: string; linkStyle?: string }) {
  const { social } = useOffice();
  const { t } = useLingui();
  if (social.length === 0) return null;
  return (
    <ul className={className}>
      {social.map(({ platform, label, url }) => (
        <li key={platform}>
          <SmartLink to={url} aria-label={t`${label} (opens in a new tab)`} className={linkStyle}>
            <PlatformIcon platform={platform} />
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}
