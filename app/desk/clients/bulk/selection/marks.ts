import type { ReactNode } from 'react';
import type { Profile } from '#app/shared/session/profile.ts';

/** What the list of clients shows of the selection. Its script comes after the list. */
export interface Marks {
  /** The checkbox of a row; nothing on phones, unless they are selecting. */
  of: (client: Profile, index: number) => ReactNode;
  /** The checkbox of all, for the header row. */
  head: ReactNode;
  /** On phones, the button that begins to select. */
  above: ReactNode;
  isChosen: (clientId: string) => boolean;
}
