import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronRight, FileDown, Upload } from 'lucide-react';
import type { SentDocuments } from '#app/documents/queries.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { FILES_PATH } from '#app/shared/portal-paths.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { msg } from '#domain/language/message.ts';

const tiles = [
  {
    title: msg`Upload Tax Papers`,
    text: msg`W‑2s, 1099s, IDs, and other documents.`,
    to: '/secured-files',
    icon: Upload,
  },
  {
    title: msg`Access Tax Copies`,
    text: msg`Find this year’s return and earlier ones.`,
    to: FILES_PATH,
    icon: FileDown,
  },
];

export function FileTiles() {
  const { t } = useLingui();
  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6">
      {tiles.map(({ title, text, to, icon: Icon }) => (
        <li key={to}>
          <SmartLink
            to={to}
            className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-action hover:bg-action-soft"
          >
            <Icon size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{t(title)}</span>
              <span className="block text-sm text-muted">{t(text)}</span>
            </span>
            <ChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}

interface RecentActivityProps {
  /** When the person's own account was created; null for other clients. */
  createdAt: string | null;
  sent: SentDocuments | undefined;
}

/** The latest events, newest first. The oldest is the creation of the account. */
export function RecentActivity({ createdAt, sent }: RecentActivityProps) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const entries = [
    ...(sent?.latest ?? []).map((document) => ({
      id: document.id,
      what:
        createdAt === null
          ? t`Uploaded: ${{ file: document.file_name }}`
          : t`You uploaded ${{ file: document.file_name }}`,
      when: document.uploaded_at,
    })),
    ...(createdAt === null ? [] : [{ id: 'created', what: t`Account created`, when: createdAt }]),
  ];
  return (
    <Card as="section" aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="text-lg">
        <Trans>Recent Activity</Trans>
      </h2>
      <ul className="mt-4 divide-y divide-line">
        {entries.map(({ id, what, when }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <span className="min-w-0 break-words">{what}</span>
            <time dateTime={when} className="figures text-sm text-muted">
              {longDate(when)}
            </time>
          </li>
        ))}
      </ul>
    </Card>
  );
}
