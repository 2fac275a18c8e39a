import type { MessageDescriptor } from '@lingui/core';
import {
  CalendarDays,
  Inbox,
  ListChecks,
  type LucideIcon,
  ReceiptText,
  Settings2,
  SquareKanban,
  Users,
} from 'lucide-react';
import { isSuperRole, opensPapers } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import type { QueueId } from './queues/queues.ts';

export interface StaffSection {
  label: MessageDescriptor;
  to: string;
  icon: LucideIcon;
  /** The section is also current on the pages below its address. */
  hasPagesBelow?: boolean;
  /** Only for super users. */
  isForSuper?: boolean;
  /** Also for reception, which opens no papers. */
  isForReception?: boolean;
  /** The work queue whose count is shown beside it. */
  queue?: QueueId;
}

/** The main pages of the staff area, in the order of the bar. To add one, add a line. */
export const staffSections: readonly StaffSection[] = [
  { label: msg`Clients`, to: '/manage', icon: Users, isForReception: true },
  { label: msg`Board`, to: '/manage/board', icon: SquareKanban },
  { label: msg`Tasks`, to: '/manage/tasks', icon: ListChecks },
  { label: msg`Inbox`, to: '/manage/inbox', icon: Inbox, isForReception: true, queue: 'messages' },
  { label: msg`Calendar`, to: '/manage/calendar', icon: CalendarDays, isForReception: true },
  { label: msg`Billing`, to: '/manage/billing', icon: ReceiptText },
  { label: msg`Office`, to: '/manage/office', icon: Settings2, hasPagesBelow: true, isForSuper: true },
];

/** The sections that a person with this role sees. The pages themselves check the role. */
export function sectionsFor(role: string | undefined): StaffSection[] {
  return staffSections.filter(({ isForSuper, isForReception }) =>
    isForSuper ? isSuperRole(role ?? '') : isForReception || role === undefined || opensPapers(role),
  );
}

/** Whether someone who opens no papers opens this page. Only what a section says is open. */
export function isForReception(pathname: string): boolean {
  const path = pathname.replace(/\/+$/, '');
  return staffSections.some((section) => section.isForReception && section.to === path);
}
