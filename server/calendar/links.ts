/** Where an appointment is moved or cancelled. In the fragment, so that no server writes the ticket down. */
export function changeLink(siteUrl: string, ticket: string): string {
  return `${siteUrl}/calendar#ticket=${ticket}`;
}
