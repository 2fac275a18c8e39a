import { Trans, useLingui } from '@lingui/react/macro';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import { FileUp, LockKeyhole, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { FileManager } from '#app/documents/browser/file-manager.tsx';
import { rememberedFolder, shouldReopenFolder } from '#app/documents/browser/folder-memory.ts';
import { useFolderAddress, withFolder } from '#app/documents/browser/use-folder-address.ts';
import { folderQuery } from '#app/documents/store/documents-query.ts';
import { returnsQuery } from '#app/returns/queries.ts';
import { onDemand } from '#app/shared/browser/on-demand.tsx';
import { pageMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { filesComeFirst } from '#app/tax-form/address.ts';
import { formStatusQuery } from '#app/tax-form/queries.ts';
import { SentNote, StatusCard } from '#app/tax-form/viewer/status-card.tsx';
import { useFormView } from '#app/tax-form/viewer/use-form-view.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { isStaffRole, isSuperRole } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import { isFiled } from '#domain/returns/tax-return.ts';

export const meta = pageMeta(() => ({
  title: msg`Secured Files`,
  description: msg`Upload your tax documents, organize them, and download your copies.`,
  path: '/secured-files',
  index: false,
}));

const YearlyForm = onDemand(
  async () => (await import('#app/tax-form/editor/yearly-form.tsx')).YearlyForm,
  <Loading />,
);
const PrintedCopy = onDemand(
  async () => (await import('#app/tax-form/viewer/printed-copy.tsx')).PrintedCopy,
  <Loading />,
);
const FormReminder = onDemand(async () => (await import('#app/tax-form/form-reminder.tsx')).FormReminder);
const formDialogs = () => import('#app/tax-form/viewer/form-dialogs.tsx');
const FormPrompt = onDemand(async () => (await formDialogs()).FormPrompt);
const SocialDialog = onDemand(async () => (await formDialogs()).SocialDialog);
const ChecklistSection = onDemand(async () => (await import('./checklist-section.tsx')).ChecklistSection);

export default function SecuredFiles() {
  const { user, profile, profileLoading, role } = useSession();
  const { t } = useLingui();
  const ownerId = user?.id ?? '';
  const redirect = useUploadFolder(ownerId);
  if (redirect !== null) return <Navigate to={{ search: withFolder('', redirect) }} replace />;

  const firstName = profile?.first_name.trim();
  return (
    <div className="page flex flex-col gap-4 py-5 lg:gap-7 lg:py-10 print:py-0">
      <div className="print:hidden">
        <PageHeading>{firstName ? t`${firstName}'s Secured Files` : t`Secured Files`}</PageHeading>
      </div>
      <div className="print:hidden">
        <PortalBanner />
      </div>
      {/* The key: no state of one person may be shown to the next. */}
      <Area
        key={ownerId}
        ownerId={ownerId}
        role={role}
        isAsked={profileLoading && !profile ? undefined : !isStaffRole(role)}
      />
    </div>
  );
}

/** The form, its printable copy, or the files, depending on the address and the state of this year's form. */
function Area({ ownerId, role, isAsked }: { ownerId: string; role: string; isAsked: boolean | undefined }) {
  const year = useOfficeYear();
  // Together with what decides whether the list is shown.
  usePrefetchQuery(folderQuery(ownerId, useFolderAddress(ownerId).folder));
  const { data: isCompleted } = useQuery({
    ...formStatusQuery(ownerId, year),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Once a return is filed, nothing more is needed for that year.
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
          {!isFiledYear && <ChecklistSection userId={ownerId} year={year} />}
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
    () => ({ ownerId, clientName: null, mayDelete: isStaff, dense: isStaff, seesCounts }),
    [ownerId, isStaff, seesCounts],
  );
  return (
    <FileManager
      target={target}
      title={
        <h2 className="text-xl">
          <Trans>File Management</Trans>
        </h2>
      }
      reminder={(onDone) => <FormReminder userId={ownerId} onDone={onDone} />}
    />
  );
}

/** The folder to redirect to when a person comes back while files are being uploaded to it, or null. */
function useUploadFolder(ownerId: string): string | null {
  const { folder } = useFolderAddress(ownerId);
  const [wanted, setWanted] = useState(() =>
    folder === '' && shouldReopenFolder() ? rememberedFolder(ownerId) : '',
  );
  if (wanted === '') return null;
  if (folder === wanted) setWanted('');
  return folder === wanted ? null : wanted;
}

function PortalBanner() {
  return (
    <ul className="flex flex-wrap items-center gap-x-3 rounded-card bg-deep px-4 py-2.5 text-xs text-on-deep-muted lg:gap-x-8 lg:px-6 lg:py-3.5 lg:text-sm">
      <li className="flex items-center gap-2.5 font-display text-lg font-[560] text-on-deep max-lg:w-full">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden className="text-gold" />
        <Trans>Secured File Portal</Trans>
      </li>
      <li className="flex items-center gap-2">
        <FileUp size={18} strokeWidth={1.75} aria-hidden className="max-lg:size-3.5" />
        <Trans>Upload Tax Documents</Trans>
      </li>
      <li className="flex items-center gap-2">
        <ShieldCheck size={18} strokeWidth={1.75} aria-hidden className="max-lg:size-3.5" />
        <Trans>Bank-Level Security</Trans>
      </li>
    </ul>
  );
}
