/** The pages whose texts an office can replace by its own, and the files of the code that have them. */
export const wordedPages = {
  '/tax-preparation-services': /^app\/site\/services\/(catalog\.ts|page\.tsx)$/,
  '/business-startups': /^app\/site\/startups\/(content\.ts|page\.tsx)$/,
  '/website-services': /^app\/site\/websites\/page\.tsx$/,
  '/frequently-asked-questions': /^app\/site\/faq\/(content\.ts|(page|below)\.tsx)$/,
  '/legal': /^app\/site\/legal\/content\/terms\.ts$/,
  '/privacy-security': /^app\/site\/legal\/content\/privacy\.ts$/,
} as const;
export type WordedPage = keyof typeof wordedPages;

export const wordedPaths = Object.keys(wordedPages) as WordedPage[];
