import { RefusedCall } from '#app/client/auth-call.ts';
import { messageOf } from '#app/client/error-wording.ts';
import { supabase } from '#app/client/supabase.ts';

/** The secret behind the `#`, which no server and no log is sent; '' where there is none. */
export function linkToken(): string {
  const token = window.location.hash.slice(1);
  return /^[0-9a-f]{64}$/.test(token) ? token : '';
}

/** What a link came to: what it is for, or why it is not accepted. */
export type Opened<Facts> = { state: 'good'; facts: Facts } | { state: 'refused'; problem: string };

/** Looks a link up before its page shows. `ask` throws for one that opens nothing. */
export async function openLink<Facts>(
  ask: (token: string) => Promise<Facts>,
  refused: string,
): Promise<Opened<Facts>> {
  const token = linkToken();
  if (token === '') return { state: 'refused', problem: refused };
  try {
    return { state: 'good', facts: await ask(token) };
  } catch (error) {
    return { state: 'refused', problem: linkProblem(error, refused) };
  }
}

/** Why a link was not accepted; `refused` stands for one that is used up, or never was one. */
export function linkProblem(error: unknown, refused: string): string {
  const isOver =
    error instanceof RefusedCall && ['otp_expired', 'validation_failed'].includes(error.code ?? '');
  return isOver ? refused : messageOf(error);
}

export interface Tokens {
  access_token: string;
  refresh_token: string;
}

/** Logs this browser in as the account that a link has made. */
export async function takeSession({ access_token, refresh_token }: Tokens): Promise<void> {
  const { error } = await supabase.auth.setSession({ access_token, refresh_token });
  if (error) throw error;
}
