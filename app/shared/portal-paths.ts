export const MESSAGES_PATH = '/account/messages';
/** Links to parts of the secured files page: the yearly tax form, its copy, the checklist, and the files. */
export const TAX_FORM_PATH = '/secured-files?form=open';
export const TAX_COPY_PATH = '/secured-files?form=copy';
export const FILES_PATH = '/secured-files?bypass=true';
export const CHECKLIST_ID = 'checklist';
export const CHECKLIST_PATH = `${FILES_PATH}#${CHECKLIST_ID}`;
/** The line of the checklist that the address leads to. */
export const CHECKLIST_ITEM = 'line';
export const checklistItemPath = (item: string): string =>
  `${FILES_PATH}&${CHECKLIST_ITEM}=${encodeURIComponent(item)}#${CHECKLIST_ID}`;
