import { business } from '#app/business.ts';
import { dollars, lowestPrice } from './facts.ts';

export function PromoBanner() {
  const offers = [
    'Free Refund Estimate',
    `Starting ${dollars(lowestPrice)} To File`,
    `Get ${dollars(business.referral.reward)} Per Referral`,
  ];
  return (
    <aside aria-label="Offers" className="bg-deep text-on-deep print:hidden">
      <ul className="page figures grid grid-cols-3 py-2 text-center text-xs leading-tight font-medium md:flex md:justify-center md:text-sm">
        {offers.map((offer, i) => (
          <li
            key={offer}
            className={i > 0 ? 'border-l border-deep-line px-2 md:border-0 md:px-0' : 'px-2 md:px-0'}
          >
            {i > 0 && (
              <span aria-hidden="true" className="mx-3 hidden text-gold md:inline">
                ·
              </span>
            )}
            {offer}
          </li>
        ))}
      </ul>
    </aside>
  );
}
