/** The page to move or cancel an appointment. The ticket is in the fragment, which is not sent to servers or logged. */
export function changeLink(siteUrl: string, ticket: string): string {
  return `${siteUrl}/calendar#ticket=${ticket}`;
}
