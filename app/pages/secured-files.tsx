import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { FileUp, LockKeyhole, ShieldCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router';
import { FileManager } from '#app/documents/browser/file-manager.tsx';
import { useFolderAddress, withFolder } from '#app/documents/browser/use-folder-address.ts';
import { folderQuery } from '#app/documents/store/documents-query.ts';
import { returnsQuery } from '#app/returns/queries.ts';
import { unlistedMeta } from '#app/shared/meta.ts';
import { useOfficeYear } from '#app/shared/office-year.ts';
import { onDemand } from '#app/shared/parts/on-demand.tsx';
import { useCurrentClient } from '#app/shared/session/clients/current-client.tsx';
import { rememberedFolder, shouldReopenFolder } from '#app/shared/session/clients/folder-memory.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { filesComeFirst, opensUnasked } from '#app/tax-form/address.ts';
import { formStatusQuery } from '#app/tax-form/queries.ts';
import { SentNote, StatusCard } from '#app/tax-form/viewer/status-card.tsx';
import { useFormView } from '#app/tax-form/viewer/use-form-view.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { isStaffRole, isSuperRole } from '#domain/account/roles.ts';
import { type Client, may } from '#domain/clients/membership.ts';
import { msg } from '#domain/language/message.ts';
import { isFiled } from '#domain/returns/tax-return.ts';

export const meta = unlistedMeta('/secured-files', {
  title: msg`Secured Files`,
  description: msg`Upload your tax documents, organize them, and download your copies.`,
});

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
  const { profile, profileLoading, role } = useSession();
  const { t } = useLingui();
  const client = useCurrentClient();
  const { search } = useLocation();
  const redirect = useUploadFolder(client.clientId);
  if (redirect !== null) return <Navigate to={{ search: withFolder(search, redirect) }} replace />;

  const { isOwn, kind, name } = client;
  const firstName = isOwn ? profile?.first_name.trim() : kind === 'person' && name;
  const isForClient = !isOwn || !isStaffRole(role);
  return (
    <div className="page flex flex-col gap-4 pb-5 lg:gap-7 lg:py-10 print:py-0">
      {/* On a phone, a low band, so that the files begin high. */}
      <div className="print:hidden max-lg:-mx-(--page-gutter) max-lg:bg-deep max-lg:px-(--page-gutter) max-lg:py-1 max-lg:text-on-deep max-lg:[&_h1]:text-lg max-lg:[&_h1]:leading-[1.3] max-lg:[&_p]:mb-0 max-lg:[&_p]:text-gold">
        <PageHeading kicker={!isOwn && !firstName && name}>
          {firstName ? t`${firstName}'s Secured Files` : t`Secured Files`}
        </PageHeading>
      </div>
      <PortalBanner />
      <Area
        client={client}
        role={role}
        isAsked={profileLoading && !profile ? undefined : isForClient && opensUnasked(client)}
      />
    </div>
  );
}

interface AreaProps {
  client: Client;
  role: string;
  isAsked: boolean | undefined;
}

/** The form, its printable copy, or the files, depending on the address and the state of this year's form. */
function Area({ client, role, isAsked }: AreaProps) {
  const { clientId: ownerId, isOwn, lastYear } = client;
  const { profile, profileLoading } = useSession();
  const mayAnswer = may(client, 'answer');
  const clientName = isOwn ? null : client.name;
  const year = useOfficeYear();
  // Together with what decides whether the list is shown. Not a prefetch: if an upload ended while no one watches, the
  // list that was asked for before would count as new.
  useQuery({ ...folderQuery(ownerId, useFolderAddress(ownerId).folder), notifyOnChangeProps: [] });
  const { data: isCompleted } = useQuery({
    ...formStatusQuery(ownerId, year),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // Once a return is filed, nothing more is needed for that year.
  const { data: returns = [] } = useQuery(returnsQuery(ownerId));
  const isFiledYear = returns.some((one) => one.year === year && isFiled(one.status));
  const form = useFormView(ownerId, year, {
    isCompleted,
    isAsked,
    may: lastYear !== null ? 'nothing' : mayAnswer ? 'fill' : 'see',
  });
  const filesFirst = filesComeFirst(useSearchParams()[0], useLocation().hash);
  const dialogs = (
    <>
      {form.isLeaving && (
        <FormPrompt userId={ownerId} year={year} onComplete={form.stay} onLater={form.putOff} />
      )}
      {form.social && <SocialDialog chosen={form.social} onClose={form.socialDone} />}
    </>
  );
  const files = <Files key="files" client={client} role={role} isFirst={filesFirst} />;
  switch (form.view) {
    case 'unknown':
      return <Loading />;
    case 'form':
      return (
        <>
          <YearlyForm
            userId={ownerId}
            year={year}
            profile={!isOwn ? null : profileLoading ? undefined : profile}
            onSent={form.sent}
            onPutOff={form.leave}
            onSentElsewhere={form.showPage}
          />
          {dialogs}
        </>
      );
    case 'copy':
      return (
        <PrintedCopy
          userId={ownerId}
          year={year}
          isOwn={isOwn}
          mayReveal={mayAnswer}
          onClose={form.showPage}
        />
      );
    case 'files':
      return (
        <>
          {form.justSent && <SentNote />}
          {/* On a phone, they continue the band at the top. */}
          {filesFirst && <div className={form.justSent ? '' : 'max-lg:-mt-5'}>{files}</div>}
          {lastYear === null && (
            <StatusCard
              year={year}
              isCompleted={isCompleted}
              mayResubmit={!isFiledYear}
              clientName={clientName}
              mayAnswer={mayAnswer}
            />
          )}
          {!isFiledYear && lastYear === null && (
            // The list of files must not move when this one arrives.
            <div className={isCompleted ? 'rounded-card empty:h-128 empty:bg-sunken print:hidden' : ''}>
              <ChecklistSection
                userId={ownerId}
                year={year}
                clientName={clientName}
                mayAnswer={mayAnswer}
                mayUpload={may(client, 'upload')}
              />
            </div>
          )}
          {!filesFirst && files}
          {dialogs}
        </>
      );
  }
}

function Files({ client, role, isFirst }: { client: Client; role: string; isFirst: boolean }) {
  const { clientId: ownerId } = client;
  const login = useSession().user?.id;
  const clientName = client.isOwn ? null : client.name;
  const isStaff = isStaffRole(role);
  const mayChange = isStaff || may(client, 'upload');
  const mayAnswer = may(client, 'answer');
  const seesCounts = isSuperRole(role);
  const target = useMemo(
    () => ({
      ownerId,
      clientName,
      mayChange,
      mayDelete: isStaff,
      dense: isStaff,
      seesCounts,
      ...(mayChange && !isStaff && login !== undefined && { sender: login }),
    }),
    [ownerId, clientName, mayChange, isStaff, seesCounts, login],
  );
  return (
    <FileManager
      target={target}
      title={
        <h2 className={isFirst ? 'text-xl' : 'text-xl max-lg:pt-1'}>
          <Trans>File Management</Trans>
        </h2>
      }
      {...(mayAnswer && {
        reminder: (onDone: () => void) => <FormReminder userId={ownerId} onDone={onDone} />,
      })}
    />
  );
}

/** The folder to redirect to when a person comes back while files are being uploaded to it, or null. */
function useUploadFolder(ownerId: string): string | null {
  const { folder } = useFolderAddress(ownerId);
  const [wanted, setWanted] = useState(() =>
    folder === '' && shouldReopenFolder(ownerId) ? rememberedFolder(ownerId) : '',
  );
  if (wanted === '') return null;
  if (folder === wanted) setWanted('');
  return folder === wanted ? null : wanted;
}

/** On a phone, at the end of the page: eight files of 64 px are in sight, and no room is left above them. */
function PortalBanner() {
  return (
    <ul className="flex flex-wrap items-center gap-x-4 text-sm text-muted max-lg:order-last lg:gap-x-8 lg:rounded-card lg:bg-deep lg:px-6 lg:py-3.5 lg:text-on-deep-muted print:hidden">
      <li className="flex items-center gap-2 lg:gap-2.5 lg:font-display lg:text-lg lg:font-[560] lg:text-on-deep">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden className="max-lg:size-4 lg:text-gold" />
        <Trans>Secured File Portal</Trans>
      </li>
      <li className="flex items-center gap-2">
        <FileUp size={18} strokeWidth={1.75} aria-hidden className="max-lg:size-4" />
        <Trans>Upload Tax Documents</Trans>
      </li>
      <li className="flex items-center gap-2">
        <ShieldCheck size={18} strokeWidth={1.75} aria-hidden className="max-lg:size-4" />
        <Trans>Bank-Level Security</Trans>
      </li>
    </ul>
  );
}
