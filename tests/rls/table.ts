import type { Row } from './rows.ts';
import { auditLog } from './table/audit-log.ts';
import { billing } from './table/billing.ts';
import { bulk } from './table/bulk.ts';
import { calendar } from './table/calendar.ts';
import { cases } from './table/cases.ts';
import { clientImport } from './table/clients/client-import.ts';
import { clients } from './table/clients/clients.ts';
import { deletions } from './table/clients/deletions.ts';
import { grants } from './table/clients/grants.ts';
import { membersOfA } from './table/clients/members.ts';
import { merges } from './table/clients/merges.ts';
import { taxNumbers } from './table/clients/tax-numbers.ts';
import { walkIns } from './table/clients/walk-ins.ts';
import { consents } from './table/consents.ts';
import { conversation } from './table/conversation.ts';
import { documentRecord } from './table/files/document-record.ts';
import { documents } from './table/files/documents.ts';
import { fileUploads } from './table/files/file-uploads.ts';
import { resumable } from './table/files/resumable.ts';
import { functions } from './table/functions.ts';
import { internalSchemas } from './table/internal-schemas.ts';
import { mails } from './table/mails.ts';
import { messages } from './table/messages.ts';
import { officeSettings } from './table/office-settings.ts';
import { people } from './table/people.ts';
import { withReception } from './table/reception.ts';
import { reminders } from './table/reminders.ts';
import { savedViews } from './table/saved-views.ts';
import { signatures } from './table/signatures.ts';
import { tasks } from './table/tasks.ts';
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
  ...walkIns,
  ...taxNumbers,
  ...calendar,
  ...merges,
  ...deletions,
  ...messages,
  ...conversation,
  ...tasks,
  ...billing,
  ...bulk,
  ...taxReturns,
  ...taxForms,
  ...cases,
  ...resumable,
  ...reminders,
  ...savedViews,
  ...signatures,
  ...consents,
  ...people,
  ...clientImport,
  ...clients,
  ...grants,
];

/**
 * Who may do what. A person who doesn't program can read it. `rls.test.ts` runs every row on a real server, and fails
 * if a table of the database has no row here.
 */
export const table: Row[] = [...withReception(byRole), ...membersOfA(byRole)];
