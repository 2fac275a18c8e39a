import { ArrowLeft } from 'lucide-react';
import { useSession } from '#app/client/session.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { SmartLink } from '#app/ui/smart-link.tsx';
import { isSuperRole } from '#domain/roles.ts';
import { AccessDenied } from '../access-denied.tsx';
import { Legacy } from './legacy.tsx';
import { Staff } from './staff.tsx';

export const meta = () =>
  pageMeta({
    title: 'Office',
    description: 'For super users: who works here, and the clients from before.',
    path: '/manage/office',
    index: false,
  });

/** What is the office's own business, and super users' alone. */
export default function Office() {
  const { role } = useSession();
  if (!isSuperRole(role)) return <AccessDenied />;
  return (
    <div className="staff-page flex flex-col gap-4 py-5">
      <div>
        <SmartLink to="/manage" className="link inline-flex min-h-11 items-center gap-1.5 text-sm">
          <ArrowLeft size={16} aria-hidden />
          Clients
        </SmartLink>
        <h1 tabIndex={-1} className="text-2xl lg:text-xl">
          Office
        </h1>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Staff />
        <Legacy />
      </div>
    </div>
  );
}
