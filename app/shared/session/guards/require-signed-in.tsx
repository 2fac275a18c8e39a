import { QueryProvider } from '../../api/query-client.tsx';
import { RequireSignedIn } from './protected-route.tsx';

/** Around every screen behind the login. Those before it fetch nothing, and do without what fetching needs. */
export default function SignedInLayout() {
  return (
    <QueryProvider>
      <RequireSignedIn />
    </QueryProvider>
  );
}
