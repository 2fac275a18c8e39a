import type { Profile } from '#app/shared/session/profile.ts';
import { displayName } from '#domain/documents/file-display.ts';

/** Who of the office it is, for whoever reads it. */
export function assigneeName(staff: readonly Profile[], id: string, ownId: string): string {
  if (id === ownId) return 'You';
  const found = staff.find(({ user_id }) => user_id === id);
  return found ? displayName(found) : 'Somebody who has left';
}
