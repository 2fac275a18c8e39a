import type { NavItem } from '#app/shared/shell/navigation.ts';
import { msg } from '#domain/language/message.ts';

export const footerColumns = [
  {
    title: msg`Taxes`,
    links: [
      { label: msg`Services`, to: '/tax-preparation-services' },
      { label: msg`Prices`, to: '/fees' },
      { label: msg`Ways to pay`, to: '/payment' },
      { label: msg`Free quote`, to: '/quote' },
      { label: msg`How to upload`, to: '/upload' },
      { label: msg`Where is my refund?`, to: '/refund' },
    ],
  },
  {
    title: msg`Our office`,
    links: [
      { label: msg`About us`, to: '/about-us' },
      { label: msg`Appointments`, to: '/booking' },
      { label: msg`Directions`, to: '/map-location-and-directions' },
      { label: msg`Contact`, to: '/contact-us' },
      { label: msg`Questions`, to: '/frequently-asked-questions' },
      { label: msg`Reviews`, to: '/read-reviews' },
      { label: msg`Referral reward`, to: '/referrals' },
    ],
  },
  {
    title: msg`For businesses`,
    links: [
      { label: msg`Start a business`, to: '/business-startups' },
      { label: msg`Websites`, to: '/website-services' },
      { label: msg`Apps`, to: '/apps' },
    ],
  },
];

/** Below the line. */
export const legalLinks: readonly NavItem[] = [
  { label: msg`Terms of Use`, to: '/legal' },
  { label: msg`Privacy and security`, to: '/privacy-security' },
  { label: msg`Verify a signed document`, to: '/verify' },
];
