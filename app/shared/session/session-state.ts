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
}

export interface SessionStore {
  subscribe(listener: () => void): () => void;
  read(): SessionState;
  /** After a change to the profile. */
  reloadProfile(): Promise<void>;
  /** Signs out on this device. Never fails, even if the server can't be reached. */
  signOut(reason?: 'idle'): Promise<void>;
}

export const unknownSession: SessionState = {
  status: 'loading',
  user: null,
  profile: null,
  profileLoading: false,
  role: 'client',
  secondFactor: 'none',
  endedBy: null,
};
export const signedOutSession: SessionState = { ...unknownSession, status: 'signed-out' };
