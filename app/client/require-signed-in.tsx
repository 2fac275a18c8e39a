import { RequireSignedIn } from './protected-route.tsx';
import { QueryProvider } from './query-client.tsx';

/** Around every screen behind the login. Those before it fetch nothing, and do without what fetching needs. */
export default function SignedInLayout() {
  return (
    <QueryProvider>
      <RequireSignedIn />
    </QueryProvider>
  );
}
