import type { Papers } from '#app/returns/client/papers.ts';
import { longDate } from '#app/shared/format/dates.ts';
import { Card } from '#app/ui/layout/card.tsx';

/** What happened last, newest first; it begins with the account itself. */
export function RecentActivity({ createdAt, papers }: { createdAt: string; papers: Papers | undefined }) {
  const entries = [
    ...(papers?.latest ?? []).map((paper) => ({
      id: paper.id,
      what: `You sent ${paper.file_name}`,
      when: paper.uploaded_at,
    })),
    { id: 'created', what: 'Account created', when: createdAt },
  ];
  return (
    <Card as="section" aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="text-lg">
        Recent Activity
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
