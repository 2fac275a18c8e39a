import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, LockKeyhole } from 'lucide-react';
import { addressLines } from '#app/shared/facts.ts';
import { LanguageSwitch } from '#app/shared/shell/language-switch.tsx';
import { SocialLinks } from '#app/shared/shell/social-links.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { legalLinks } from './footer-links.ts';
import { PromoBanner } from './promo-banner.tsx';

const line = 'inline-flex min-h-9 items-center gap-1.5';
const lineLink = `${line} underline-offset-4 hover:underline`;

/** What every page's footer says, in one block: a client is here to do something. */
export function PortalFooter() {
  const office = useOffice();
  const { t } = useLingui();
  const { contact } = office;
  return (
    <footer id="footer" className="border-t border-line bg-surface text-sm text-muted print:hidden">
      <PromoBanner className="lg:hidden" />
      <div className="page flex flex-wrap items-center gap-x-5 py-2">
        <SmartLink to={`tel:${contact.phone.e164}`} className={`${lineLink} figures font-semibold text-ink`}>
          {contact.phone.display}
        </SmartLink>
        <SmartLink to={`mailto:${contact.email}`} className={`${lineLink} break-all`}>
          {contact.email}
        </SmartLink>
        <address className="figures py-1.5 not-italic">{addressLines(office).join(', ')}</address>
        {legalLinks.map((link) => (
          <SmartLink key={link.to} to={link.to} className={lineLink}>
            {t(link.label)}
          </SmartLink>
        ))}
        <LanguageSwitch className={lineLink} />
        <span className={line}>
          <BadgeCheck size={16} aria-hidden className="shrink-0 text-accent" />
          <Trans>IRS-authorized e-file provider</Trans>
        </span>
        <span className={line}>
          <LockKeyhole size={16} aria-hidden className="shrink-0 text-accent" />
          <Trans>Secure and encrypted</Trans>
        </span>
        <span className="py-1.5">{t`A captcha service protects our forms from robots.`}</span>
        <SocialLinks className="-mx-2.5 flex" />
      </div>
    </footer>
  );
}
