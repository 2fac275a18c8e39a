/** Where the yearly form opens. */
export const FORM_ADDRESS = '/secured-files?form=open';
