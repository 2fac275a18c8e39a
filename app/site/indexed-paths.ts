/** The pages that search engines may list, in the order of the site map. */
export const indexedPaths = [
  '/',
  '/tax-preparation-services',
  '/fees',
  '/quote',
  '/upload',
  '/reviews',
  '/referrals',
  '/booking',
  '/contact-us',
  '/frequently-asked-questions',
  '/payment',
  '/legal',
  '/privacy-security',
  '/signup',
] as const;
