/** Nobody waits. */
export const uploadTwin = 1;
