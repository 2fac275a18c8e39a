import { business } from '#app/business.ts';
import { dollars, lowestPrice } from '#app/shared/facts.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const offers = [
  { label: 'Free Refund Estimate', to: business.links.refundEstimator },
  { label: `Starting ${dollars(lowestPrice)} To File`, to: '/fees' },
  { label: `Get ${dollars(business.referral.reward)} Per Referral`, to: '/referrals' },
];

/** Three offers, each with a link to its details. */
export function PromoBanner() {
  return (
    <aside aria-label="Offers" className="bg-deep text-on-deep print:hidden">
      <ul className="page figures grid grid-cols-3 text-center text-xs leading-tight font-medium md:flex md:justify-center md:text-sm">
        {offers.map(({ label, to }, i) => (
          <li
            key={label}
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
              {label}
            </SmartLink>
          </li>
        ))}
      </ul>
    </aside>
  );
}
