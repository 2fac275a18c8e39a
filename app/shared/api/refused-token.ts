import { isConnectionError } from '../api/error-wording.ts';
import { storedSession } from '../session/stored/stored-session.ts';
import { renewal } from '../session/wire/renewal.ts';

let checking: Promise<void> | null = null;

/**
 * The only place that decides what follows from a refused token: another one, or the end of the session. Throws if the
 * server can't be asked.
 */
export function refusedToken(token: string): Promise<void> {
  checking ??= check(token).finally(() => {
    checking = null;
  });
  return checking;
}

async function check(token: string): Promise<void> {
  const { supabase } = await import('./supabase.ts');
  const stored = storedSession();
  // Another request or tab has renewed it.
  if (!stored || stored.access_token !== token) return;
  renewal.demand();
  const { error } = await supabase.auth.refreshSession();
  if (!error || storedSession()?.access_token !== token) return;
  if (isConnectionError(error) || (error.status ?? 0) >= 500) throw new TypeError('Failed to fetch');
  // The library keeps a session that is new by the device's clock. This tells the other tabs, too.
  await supabase.auth.signOut({ scope: 'local' });
}
