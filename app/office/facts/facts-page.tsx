import { useLingui } from '@lingui/react/macro';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
// First: it configures zod for the content security policy (no eval) before a schema is made.
import '#app/shared/forms/zod.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Skeleton } from '#app/ui/feedback/skeleton.tsx';
import { FactsForm } from './form/facts-form.tsx';
import { officeFactsQuery } from './office-api.ts';
import { sections } from './sections/sections.ts';

export default function FactsPage() {
  const { t } = useLingui();
  const { section: path } = useParams();
  const section = sections.find((one) => one.path === path);
  const { data, error, isFetchedAfterMount, refetch } = useQuery(officeFactsQuery());
  if (!section) throw new Error(`There is no section ${path}`);
  if (error && !data) return <LoadProblem onRetry={refetch}>{messageOf(error, t)}</LoadProblem>;
  if (!data || !isFetchedAfterMount) {
    return (
      <div role="status" aria-label={t`Loading...`}>
        <Skeleton className="h-64" />
      </div>
    );
  }
  return <FactsForm key={section.path} section={section} newest={data} />;
}
