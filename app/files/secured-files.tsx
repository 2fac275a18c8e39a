import { useMemo, useState } from 'react';
import { Navigate } from 'react-router';
import { useSession } from '#app/client/session.tsx';
import { pageMeta } from '#app/site/meta.ts';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { isStaffRole, isSuperRole } from '#domain/roles.ts';
import { FileManager } from './file-manager.tsx';
import { isPlaceKept, rememberedFolder } from './folder-memory.ts';
import { PortalBanner } from './portal-banner.tsx';
import { useFolderAddress, withFolder } from './use-folder-address.ts';

export const meta = () =>
  pageMeta({
    title: 'Secured Files',
    description: 'Upload your tax documents, put them in order and fetch your copies.',
    path: '/secured-files',
    index: false,
  });

export default function SecuredFiles() {
  const { user, profile, role } = useSession();
  const ownerId = user?.id ?? '';
  const isStaff = isStaffRole(role);
  const seesCounts = isSuperRole(role);
  const target = useMemo(
    () => ({ ownerId, forWhom: null, mayDelete: isStaff, dense: isStaff, seesCounts }),
    [ownerId, isStaff, seesCounts],
  );
  const arriving = useArrivalFolder(ownerId);
  if (arriving !== null) return <Navigate to={{ search: withFolder('', arriving) }} replace />;

  const firstName = profile?.first_name.trim();
  return (
    <div className="page flex flex-col gap-4 py-5 lg:gap-7 lg:py-10">
      <PageHeading>{firstName ? `${firstName}'s Secured Files` : 'Secured Files'}</PageHeading>
      <PortalBanner />
      <FileManager target={target} title={<h2 className="text-xl">File Management</h2>} />
    </div>
  );
}

/** Whoever comes back while files are on their way meets them where they are going: the folder to open first. */
function useArrivalFolder(ownerId: string): string | null {
  const { folder } = useFolderAddress(ownerId);
  const [wanted, setWanted] = useState(() =>
    folder === '' && isPlaceKept() ? rememberedFolder(ownerId) : '',
  );
  if (wanted === '') return null;
  if (folder === wanted) setWanted('');
  return folder === wanted ? null : wanted;
}
