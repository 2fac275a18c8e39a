/** The public API of this feature: other features import nothing else from app/office. */
export { healthQuery } from './health/health-query.ts';
export { factsSections, officeSections, officeUrl } from './sections.ts';
