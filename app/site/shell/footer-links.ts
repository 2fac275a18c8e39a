import type { NavItem } from './navigation.ts';

export interface FooterColumn {
  title: string;
  links: readonly NavItem[];
}

export const footerColumns: readonly FooterColumn[] = [
  {
    title: 'Taxes',
    links: [
      { label: 'Services', to: '/tax-preparation-services' },
      { label: 'Prices', to: '/fees' },
      { label: 'Ways to pay', to: '/payment' },
      { label: 'Free quote', to: '/quote' },
      { label: 'How to upload', to: '/upload' },
      { label: 'Where is my refund?', to: '/refund' },
    ],
  },
  {
    title: 'The office',
    links: [
      { label: 'About us', to: '/about-us' },
      { label: 'Appointments', to: '/booking' },
      { label: 'Directions', to: '/map-location-and-directions' },
      { label: 'Contact', to: '/contact-us' },
      { label: 'Questions', to: '/frequently-asked-questions' },
      { label: 'Reviews', to: '/read-reviews' },
      { label: 'Referral reward', to: '/referrals' },
    ],
  },
  {
    title: 'For businesses',
    links: [
      { label: 'Start a business', to: '/business-startups' },
      { label: 'Websites', to: '/website-services' },
      { label: 'Apps', to: '/apps' },
    ],
  },
];

/** Below the line. */
export const legalLinks: readonly NavItem[] = [
  { label: 'Terms of Use', to: '/legal' },
  { label: 'Privacy and security', to: '/privacy-security' },
];
