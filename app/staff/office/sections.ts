import type { ComponentType } from 'react';

interface OfficeSection {
  /** The path segment below /manage/office; '' is the first section. */
  path: string;
  /** In the navigation. */
  label: string;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * The sections of /manage/office. To add one, add a line here and a module with a default export.
 * `office.tsx` checks the role, and policies protect the data. All sections share one route, since every page
 * of the site loads the route manifest.
 */
export const officeSections: readonly OfficeSection[] = [
  { path: '', label: 'Staff', load: () => import('./staff/staff.tsx') },
  { path: 'people', label: 'People', load: () => import('./people/people.tsx') },
  { path: 'signed-in', label: 'Signed in', load: () => import('./people/signed-in.tsx') },
  { path: 'legacy', label: 'Previous clients', load: () => import('./legacy/legacy.tsx') },
  { path: 'health', label: 'Health', load: () => import('./health/health.tsx') },
  { path: 'recovery', label: 'Recovery', load: () => import('./recovery/recovery.tsx') },
  { path: 'log', label: 'Log', load: () => import('./log/log.tsx') },
];

export const officeUrl = ({ path }: Pick<OfficeSection, 'path'>): string =>
  path === '' ? '/manage/office' : `/manage/office/${path}`;
