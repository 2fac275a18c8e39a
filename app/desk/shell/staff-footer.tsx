import { Trans, useLingui } from '@lingui/react/macro';
import { BadgeCheck, LockKeyhole } from 'lucide-react';
import { addressLines } from '#app/shared/facts.ts';
import { SocialLinks } from '#app/shared/shell/social-links.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const linkStyle = 'inline-flex min-h-[32px] items-center hover:underline underline-offset-4';

/** What the specification asks of every page's footer, in one line on wide screens. */
export function StaffFooter() {
  const office = useOffice();
  const { t } = useLingui();
  const { contact } = office;
  return (
    <footer className="border-t border-line text-muted print:hidden">
      <div className="staff-page flex items-start gap-x-3 py-1 text-[12px] leading-snug max-lg:flex-wrap">
        {/* The icons stay on the first line, however long the words are. */}
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 lg:flex-1">
          <SmartLink to={`tel:${contact.phone.e164}`} className={`${linkStyle} figures font-semibold`}>
            {contact.phone.display}
          </SmartLink>
          <SmartLink to={`mailto:${contact.email}`} className={`${linkStyle} break-all`}>
            {contact.email}
          </SmartLink>
          <address className="figures not-italic">{addressLines(office).join(', ')}</address>
          <span className="inline-flex min-h-[32px] items-center gap-1.5">
            <BadgeCheck size={14} aria-hidden className="shrink-0 text-accent" />
            <Trans>IRS-authorized e-file provider</Trans>
          </span>
          <span className="inline-flex min-h-[32px] items-center gap-1.5">
            <LockKeyhole size={14} aria-hidden className="shrink-0 text-accent" />
            <Trans>Secure and encrypted</Trans>
          </span>
          <span>{t`Our forms use a captcha service.`}</span>
        </div>
        <SocialLinks
          className="-mr-2 ml-auto flex shrink-0"
          linkStyle="inline-flex size-[32px] items-center justify-center rounded-control hover:bg-action-soft hover:text-ink [&_svg]:size-[16px]"
        />
      </div>
    </footer>
  );
}
