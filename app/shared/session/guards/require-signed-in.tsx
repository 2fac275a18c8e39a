import { QueryProvider } from '../../api/query-client.tsx';
import { usePersonsLanguage } from '../persons-language.ts';
import { RequireSignedIn } from './protected-route.tsx';

/** Until the scripts know who is signed in, there is nothing to see. */
export const handle = { scriptsFirst: true };

/** Around every page behind the login. Pages before it make no queries, and load without the query client. */
export default function SignedInLayout() {
  usePersonsLanguage();
  return (
    <QueryProvider>
      <RequireSignedIn />
    </QueryProvider>
  );
}
