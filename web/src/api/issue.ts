/** Where an admin begins an issue about a text. Only what content calls it goes along, and which version was read: nothing of a contact. */
export function issueAddress(version: string, about: string): string {
  return `/api/report?${new URLSearchParams({ version, about }).toString()}`;
}
