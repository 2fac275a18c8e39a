import type { MessageDescriptor } from '@lingui/core';
import type { ComponentType } from 'react';
import { msg } from '#domain/language/message.ts';

export interface OfficeSection {
  /** The path segment below /manage/office; '' is the first section. */
  path: string;
  /** In the navigation. */
  label: MessageDescriptor;
  load: () => Promise<{ default: ComponentType }>;
}

/**
 * The sections of /manage/office. To add one, add a line here and a module with a default export.
 * `office.tsx` checks the role, and policies protect the data. All sections share one route, since every page
 * of the site loads the route manifest.
 */
export const officeSections: readonly OfficeSection[] = [
  { path: '', label: msg`Staff`, load: () => import('./staff/staff.tsx') },
  { path: 'people', label: msg`People`, load: () => import('./people/people.tsx') },
  { path: 'signed-in', label: msg`Logged in`, load: () => import('./people/sessions.tsx') },
  { path: 'import', label: msg`Import clients`, load: () => import('./client-import/client-import.tsx') },
  { path: 'legacy', label: msg`Previous clients`, load: () => import('./legacy/legacy.tsx') },
  { path: 'health', label: msg`Health`, load: () => import('./health/health.tsx') },
  { path: 'recovery', label: msg`Recovery`, load: () => import('./recovery/recovery.tsx') },
  { path: 'log', label: msg`Log`, load: () => import('./log/log.tsx') },
];

const facts = () => import('./facts/facts-page.tsx');

/** The office's facts, which are also on the public pages (facts/sections/). */
export const factsSections: readonly OfficeSection[] = [
  { path: 'contact', label: msg`Contact and hours`, load: facts },
  { path: 'closed-days', label: msg`Closed days`, load: facts },
  { path: 'prices', label: msg`Prices and services`, load: facts },
  { path: 'team', label: msg`Team`, load: facts },
  { path: 'reviews', label: msg`Reviews`, load: facts },
  { path: 'links', label: msg`Links and apps`, load: facts },
  { path: 'payment', label: msg`Payment`, load: facts },
  { path: 'referral', label: msg`Referral`, load: facts },
  { path: 'rules', label: msg`Rules and limits`, load: facts },
  { path: 'spanish', label: msg`In Spanish`, load: facts },
  { path: 'wording', label: msg`Page texts`, load: facts },
  { path: 'emails', label: msg`Emails`, load: facts },
  { path: 'history', label: msg`History`, load: () => import('./facts/history/history.tsx') },
];

export const officeUrl = ({ path }: Pick<OfficeSection, 'path'>): string =>
  path === '' ? '/manage/office' : `/manage/office/${path}`;
