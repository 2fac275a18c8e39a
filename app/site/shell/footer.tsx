import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, LockKeyhole } from 'lucide-react';
import { addressLines } from '#app/shared/facts.ts';
import { LanguageSwitch } from '#app/shared/shell/language-switch.tsx';
import { Logo } from '#app/shared/shell/logo.tsx';
import { SocialLinks } from '#app/shared/shell/social-links.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { footerColumns, legalLinks } from './footer-links.ts';
import { OpeningHours } from './opening-hours.tsx';

const lineLink =
  'inline-flex min-h-11 items-center py-2 leading-snug hover:underline underline-offset-4 lg:min-h-9';

export function Footer() {
  const office = useOffice();
  const { t } = useLingui();
  const { contact, hours } = office;
  return (
    <footer id="footer" className="border-t border-line bg-surface print:hidden">
      <div className="page grid grid-cols-2 gap-x-8 gap-y-10 md:grid-cols-4 pt-12 pb-8 lg:grid-cols-[1.5fr_1fr_0.9fr_0.9fr_1.35fr] lg:pt-16">
        <div className="col-span-2 md:col-span-4 lg:col-span-1">
          <span className="text-action">
            <Logo />
          </span>
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2 text-sm lg:flex-col">
            <li className="flex items-center gap-2">
              <BadgeCheck size={20} strokeWidth={1.75} aria-hidden className="text-accent" />
              <Trans>IRS-authorized e-file provider</Trans>
            </li>
            <li className="flex items-center gap-2">
              <LockKeyhole size={20} strokeWidth={1.75} aria-hidden className="text-accent" />
              <Trans>Secure and encrypted</Trans>
            </li>
          </ul>
        </div>
        {footerColumns.map((column) => (
          <nav key={column.title.id} aria-label={t(column.title)}>
            <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{t(column.title)}</h2>
            <ul className="mt-2">
              {column.links.map((link) => (
                <li key={link.to}>
                  <SmartLink to={link.to} className={lineLink}>
                    {t(link.label)}
                  </SmartLink>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <address className="col-span-2 not-italic md:col-span-1">
          <h2 className="font-sans text-sm font-semibold tracking-normal text-muted">{t`Talk to us`}</h2>
          <p className="mt-2 flex flex-col items-start">
            <SmartLink to={`tel:${contact.phone.e164}`} className={`${lineLink} figures font-semibold`}>
              {contact.phone.display}
            </SmartLink>
            <SmartLink to={`mailto:${contact.email}`} className={`${lineLink} break-all`}>
              {contact.email}
            </SmartLink>
          </p>
          <p className="figures mt-2 text-sm text-muted">
            {addressLines(office).join(', ')}
            <br />
            <OpeningHours hours={hours} />
          </p>
          <SocialLinks className="mt-3 -ml-2.5 flex" />
        </address>
      </div>
      <div className="page">
        <div className="flex flex-col gap-x-8 gap-y-2 border-t border-line py-6 text-xs text-muted lg:flex-row lg:items-center">
          <p>
            {office.name}, {office.state}
          </p>
          <ul className="flex flex-wrap gap-x-6 lg:shrink-0 lg:flex-nowrap">
            {legalLinks.map((link) => (
              <li key={link.to}>
                <SmartLink to={link.to} className={lineLink}>
                  {t(link.label)}
                </SmartLink>
              </li>
            ))}
            <li>
              <LanguageSwitch className={lineLink} />
            </li>
          </ul>
          <p className="lg:ml-auto">{t`A captcha service protects our forms from robots.`}</p>
        </div>
      </div>
    </footer>
  );
}
