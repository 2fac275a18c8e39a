const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether it is a UUID as PostgreSQL and `randomUUID` write them: with hyphens, in lower case. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}
