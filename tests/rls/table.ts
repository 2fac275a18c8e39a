import { archives } from './table/archives.ts';
import { calendar } from './table/calendar.ts';
import { cases } from './table/cases.ts';
import { documentRecord } from './table/document-record.ts';
import { documents } from './table/documents.ts';
import { fileUploads } from './table/file-uploads.ts';
import { functions } from './table/functions.ts';
import { innerRooms } from './table/inner-rooms.ts';
import { mails } from './table/mails.ts';
import { messages } from './table/messages.ts';
import { officeOnly } from './table/office-only.ts';
import { people } from './table/people.ts';
import { resumable } from './table/resumable.ts';
import { taxForms } from './table/tax-forms.ts';
import { taxReturns } from './table/tax-returns.ts';
import { userProfiles } from './table/user-profiles.ts';
import { visitors } from './table/visitors.ts';
import type { Row } from './vocabulary.ts';

/**
 * Who may do what, line by line. A person who doesn't program can read it; `rls.test.ts` tries every line on a
 * running server, and fails where a table of the database has no line here.
 */
export const table: Row[] = [
  ...userProfiles,
  ...fileUploads,
  ...officeOnly,
  ...mails,
  ...innerRooms,
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
];
