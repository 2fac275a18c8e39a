import type { FunctionsHttpError, PostgrestSingleResponse } from '@supabase/supabase-js';
import type { Attempt, Outcome } from '../types.ts';

export type Response = PostgrestSingleResponse<unknown>;

/** Rows as counted with `count: 'exact'`; `ok` for a call without a count. */
export function outcomeOf({ error, status, count }: Response): Outcome {
  if (error) return `${error.code}/${status}`;
  return count === null ? 'ok' : `rows:${count}`;
}

/** `true` or `false` for a call that returns a boolean. */
export function answered(response: Response): Outcome {
  return !response.error && typeof response.data === 'boolean' ? `${response.data}` : outcomeOf(response);
}

type Sent = Parameters<Attempt['client']['functions']['invoke']>[1];

/** A function of the server, which works as the database's owner: it must check the caller. */
export async function callFunction({ client }: Attempt, name: string, sent: Sent): Promise<Outcome> {
  const { error } = await client.functions.invoke(name, sent);
  if (!error) return 'ok';
  const answer = (error as FunctionsHttpError).context as globalThis.Response;
  const { code } = (await answer.json()) as { code: string };
  return `${code}/${answer.status}`;
}
