import type { Row } from './rows.ts';
import { archives } from './table/archives.ts';
import { auditLog } from './table/audit-log.ts';
import { calendar } from './table/calendar.ts';
import { cases } from './table/cases.ts';
import { clients } from './table/clients.ts';
import { documentRecord } from './table/document-record.ts';
import { documents } from './table/documents.ts';
import { fileUploads } from './table/file-uploads.ts';
import { functions } from './table/functions.ts';
import { internalSchemas } from './table/internal-schemas.ts';
import { mails } from './table/mails.ts';
import { membersOfA } from './table/members.ts';
import { messages } from './table/messages.ts';
import { officeSettings } from './table/office-settings.ts';
import { people } from './table/people.ts';
import { resumable } from './table/resumable.ts';
import { taxForms } from './table/tax-forms.ts';
import { taxReturns } from './table/tax-returns.ts';
import { userProfiles } from './table/user-profiles.ts';
import { visitors } from './table/visitors.ts';

const byRole: Row[] = [
  ...userProfiles,
  ...fileUploads,
  ...auditLog,
  ...officeSettings,
  ...mails,
  ...internalSchemas,
  ...functions,
  ...documents,
  ...documentRecord,
  ...visitors,
  ...calendar,
  ...messages,
  ...taxReturns,
  ...taxForms,
  ...cases,
  ...archives,
  ...resumable,
  ...people,
  ...clients,
];

/**
 * Who may do what. A person who doesn't program can read it. `rls.test.ts` runs every row on a real server, and fails
 * if a table of the database has no row here.
 */
export const table: Row[] = [...byRole, ...membersOfA(byRole)];
