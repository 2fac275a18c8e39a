import type { User } from '@supabase/supabase-js';
import type { SecondFactor } from './assurance.ts';
import type { Profile } from './profile.ts';

export interface SessionState {
  readonly status: 'loading' | 'signed-out' | 'signed-in';
  readonly user: User | null;
  /** Null while it is loading, and for a user who has none yet. */
  readonly profile: Profile | null;
  readonly profileLoading: boolean;
  readonly role: string;
  readonly secondFactor: SecondFactor;
  /** Why the session ended, if the person must know. */
  readonly endedBy: 'idle' | null;
  /**
   * What the person has to do before the open pages go on: the session ended, or its second factor was verified too long
   * ago. The rest of the state stays, so that the pages and what was typed into them do, too.
   */
  readonly missing: 'login' | 'code' | null;
}

export interface SessionStore {
  subscribe(listener: () => void): () => void;
  read(): SessionState;
  /** After a change to the profile. */
  reloadProfile(): Promise<void>;
  /** Signs out on this device. Never fails, even if the server can't be reached. */
  signOut(reason?: 'idle'): Promise<void>;
  /** While pages of the signed-in person are open, an end of the session doesn't close them. Returns how to end that. */
  holdPages(): () => void;
}

export const unknownSession: SessionState = {
  status: 'loading',
  user: null,
  profile: null,
  profileLoading: false,
  role: 'client',
  secondFactor: 'none',
  endedBy: null,
  missing: null,
};
export const signedOutSession: SessionState = { ...unknownSession, status: 'signed-out' };
