import { useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
import { lowestPrice } from '#app/shared/facts.ts';
import { useHandles } from '#app/shared/shell/use-handles.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { Office } from '#domain/business/office.ts';
import type { Formats } from '#domain/language/formats.ts';
import { msg } from '#domain/language/message.ts';

const offers = (office: Office, { dollars }: Formats) => [
  { label: msg`Free Refund Estimate`, to: office.links.refundEstimator },
  { label: msg`Starting ${{ price: dollars(lowestPrice(office)) }} To File`, to: '/fees' },
  { label: msg`Get ${{ reward: dollars(office.referral.reward) }} Per Referral`, to: '/referrals' },
];

/** Three offers, each with a link to its details. */
export function PromoBanner({ className }: { className?: string }) {
  const office = useOffice();
  const { t } = useLingui();
  const formats = useFormats();
  if (useHandles().some((handle) => handle.withoutOffers)) return null;
  return (
    <aside aria-label={t`Offers`} className={classNames('bg-deep text-on-deep print:hidden', className)}>
      <ul className="page figures grid grid-cols-3 text-center text-xs leading-tight font-medium md:flex md:justify-center md:text-sm">
        {offers(office, formats).map(({ label, to }, i) => (
          <li
            key={label.id}
            className={i > 0 ? 'flex border-l border-deep-line md:items-center md:border-0' : 'flex'}
          >
            {i > 0 && (
              <span aria-hidden="true" className="hidden text-gold md:inline">
                ·
              </span>
            )}
            <SmartLink
              to={to}
              className="flex min-h-12 flex-1 flex-col items-center justify-center px-2 underline-offset-4 -outline-offset-3 outline-on-deep hover:underline focus-visible:outline-on-deep md:min-h-10 md:px-3"
            >
              {t(label)}
            </SmartLink>
          </li>
        ))}
      </ul>
    </aside>
  );
}
