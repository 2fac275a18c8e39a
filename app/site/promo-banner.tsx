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
      <ul className="page figures flex flex-wrap justify-center gap-x-2 py-2 text-center text-xs font-medium sm:text-sm lg:gap-x-3">
        {offers.map((offer, i) => (
          <li key={offer} className="flex gap-x-2 lg:gap-x-3">
            {i > 0 && (
              <span aria-hidden="true" className="text-gold">
                ·
              </span>
            )}
            <span className="whitespace-nowrap">{offer}</span>
          </li>
        ))}
      </ul>
    </aside>
  );
}
