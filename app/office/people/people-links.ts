/** Links to a person's account page, and to the log of that person. */
export const personUrl = (userId: string) => `/manage/office/people?person=${userId}`;
export const logUrl = (userId: string) => `/manage/office/log?person=${userId}`;
