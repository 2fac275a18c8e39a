import type { ComponentType } from 'react';

interface OfficeSection {
  /** The last part of its address below /manage/office; '' is the first section. */
  path: string;
  /** In the list of sections. */
  label: string;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * The parts of /manage/office, each with an address of its own. A new one is a line here and a module that exports its
 * component as default. The frame (`office.tsx`) asks for super; what the section reads, the policies guard. All are
 * one route, since every page of the site loads the list of routes.
 */
export const officeSections: readonly OfficeSection[] = [
  { path: '', label: 'Staff', load: () => import('./staff/staff.tsx') },
  { path: 'people', label: 'People', load: () => import('./people/people.tsx') },
  { path: 'signed-in', label: 'Signed in', load: () => import('./people/signed-in.tsx') },
  { path: 'legacy', label: 'Clients from before', load: () => import('./legacy/legacy.tsx') },
  { path: 'health', label: 'Health', load: () => import('./health/health.tsx') },
  { path: 'recovery', label: 'Recovery', load: () => import('./recovery/recovery.tsx') },
  { path: 'log', label: 'Log', load: () => import('./log/log.tsx') },
];

export const officeUrl = ({ path }: Pick<OfficeSection, 'path'>): string =>
  path === '' ? '/manage/office' : `/manage/office/${path}`;
