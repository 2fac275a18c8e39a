/** The address of somebody's page among the people, and of what the log has about them. */
export const personUrl = (userId: string) => `/manage/office/people?person=${userId}`;
export const logUrl = (userId: string) => `/manage/office/log?person=${userId}`;
