import { QueryProvider } from '#app/shared/api/query-client.tsx';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { RequireSignedIn } from '#app/shared/session/guards/require-signed-in.tsx';
import { usePersonsLanguage } from '#app/shared/session/persons-language.ts';

/** Until the scripts know who is signed in, there is nothing to see. */
export const handle = { scriptsFirst: true };

const SessionDialog = onDemand(async () => (await import('./session-dialog.tsx')).SessionDialog);

/** Around every page behind the login. Pages before it make no queries, and load without the query client. */
export default function SignedInLayout() {
  usePersonsLanguage();
  return (
    <QueryProvider>
      <RequireSignedIn dialog={<SessionDialog />} />
    </QueryProvider>
  );
}
