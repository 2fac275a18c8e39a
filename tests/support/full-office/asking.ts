import type { Client } from '../people.ts';
import type { OfficeClient } from './fill.ts';

export interface Asking {
  /** supabase-js, signed in as a super user, who may open every screen. */
  api: Client;
  /** Someone else at each request, as in an office. */
  client: OfficeClient;
  /** The signed-in user. */
  userId: string;
  /** The number of clients. */
  clients: number;
}

export type StaffRequest = (asking: Asking) => PromiseLike<{ error: unknown }>;
