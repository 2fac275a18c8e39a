import { QueryProvider } from '../../api/query-client.tsx';
import { RequireSignedIn } from './protected-route.tsx';

/** Around every page behind the login. Pages before it make no queries, and load without the query client. */
export default function SignedInLayout() {
  return (
    <QueryProvider>
      <RequireSignedIn />
    </QueryProvider>
  );
}
