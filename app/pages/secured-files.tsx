import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { business } from '#app/business.ts';
import { Checklist } from '#app/checklist/client/checklist.tsx';
import { FileManager } from '#app/documents/browser/file-manager.tsx';
import { isPlaceKept, rememberedFolder } from '#app/documents/browser/folder-memory.ts';
import { useFolderAddress, withFolder } from '#app/documents/browser/use-folder-address.ts';
import { returnsQuery } from '#app/returns/queries.ts';
import { pageMeta } from '#app/shared/meta.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { filesComeFirst } from '#app/tax-form/address.ts';
import { SocialDialog } from '#app/tax-form/editor/social-dialog.tsx';
import { YearlyForm } from '#app/tax-form/editor/yearly-form.tsx';
import { FormReminder } from '#app/tax-form/form-reminder.tsx';
import { formStatusQuery } from '#app/tax-form/queries.ts';
import { FormPrompt } from '#app/tax-form/viewer/form-prompt.tsx';
import { PrintedCopy } from '#app/tax-form/viewer/printed-copy.tsx';
import { SentNote } from '#app/tax-form/viewer/sent-note.tsx';
import { StatusCard } from '#app/tax-form/viewer/status-card.tsx';
import { useFormView } from '#app/tax-form/viewer/use-form-view.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { isStaffRole, isSuperRole } from '#domain/account/roles.ts';
import { yearIn } from '#domain/documents/folders.ts';
import { isFiled } from '#domain/returns/tax-return.ts';
import { PortalBanner } from './portal-banner.tsx';

export const meta = () =>
  pageMeta({
    title: 'Secured Files',
    description: 'Upload your tax documents, put them in order and fetch your copies.',
    path: '/secured-files',
    index: false,
  });

export default function SecuredFiles() {
  const { user, profile, profileLoading, role } = useSession();
  const ownerId = user?.id ?? '';
  const arriving = useArrivalFolder(ownerId);
  if (arriving !== null) return <Navigate to={{ search: withFolder('', arriving) }} replace />;

  const firstName = profile?.first_name.trim();
  return (
    <div className="page flex flex-col gap-4 py-5 lg:gap-7 lg:py-10 print:py-0">
      <div className="print:hidden">
        <PageHeading>{firstName ? `${firstName}'s Secured Files` : 'Secured Files'}</PageHeading>
      </div>
      <div className="print:hidden">
        <PortalBanner />
      </div>
      {/* The key: nothing of one person may stand there for the next. */}
      <Area
        key={ownerId}
        ownerId={ownerId}
        role={role}
        isAsked={profileLoading ? undefined : !isStaffRole(role)}
      />
    </div>
  );
}

/** The form, its copy, or the files: as the address and the state of this year's form have it. */
function Area({ ownerId, role, isAsked }: { ownerId: string; role: string; isAsked: boolean | undefined }) {
  const [year] = useState(() => yearIn(business.timeZone, new Date()));
  const { data: isCompleted } = useQuery({
    ...formStatusQuery(ownerId, year),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // What the tax office has is answered for: nothing more is asked for that year.
  const { data: returns = [] } = useQuery(returnsQuery(ownerId));
  const isFiledYear = returns.some((one) => one.year === year && isFiled(one.status));
  const form = useFormView(ownerId, year, { isCompleted, isAsked });
  const filesFirst = filesComeFirst(useSearchParams()[0], useLocation().hash);
  const dialogs = (
    <>
      {form.isLeaving && <FormPrompt year={year} onComplete={form.stay} onLater={form.putOff} />}
      {form.social && <SocialDialog chosen={form.social} onClose={form.socialDone} />}
    </>
  );
  const files = <Files key="files" ownerId={ownerId} role={role} />;
  switch (form.view) {
    case 'unknown':
      return <Loading />;
    case 'form':
      return (
        <>
          <YearlyForm
            userId={ownerId}
            year={year}
            onSent={form.sent}
            onPutOff={form.leave}
            onSentElsewhere={form.showPage}
          />
          {dialogs}
        </>
      );
    case 'copy':
      return <PrintedCopy userId={ownerId} year={year} onClose={form.showPage} />;
    case 'files':
      return (
        <>
          {form.justSent && <SentNote />}
          {filesFirst && files}
          <StatusCard year={year} isCompleted={isCompleted} mayResubmit={!isFiledYear} />
          {!isFiledYear && <Checklist userId={ownerId} year={year} />}
          {!filesFirst && files}
          {dialogs}
        </>
      );
  }
}

function Files({ ownerId, role }: { ownerId: string; role: string }) {
  const isStaff = isStaffRole(role);
  const seesCounts = isSuperRole(role);
  const target = useMemo(
    () => ({ ownerId, forWhom: null, mayDelete: isStaff, dense: isStaff, seesCounts }),
    [ownerId, isStaff, seesCounts],
  );
  return (
    <FileManager
      target={target}
      title={<h2 className="text-xl">File Management</h2>}
      reminder={(onDone) => <FormReminder userId={ownerId} onDone={onDone} />}
    />
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
