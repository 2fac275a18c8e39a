/** The list is part of the files' page; whoever comes by this address begins at it. */
export const CHECKLIST_ID = 'checklist';
export const CHECKLIST_ADDRESS = `/secured-files?bypass=true#${CHECKLIST_ID}`;
