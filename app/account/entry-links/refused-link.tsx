import { Trans } from '@lingui/react/macro';
import { Envelope } from '#app/shared/drawings/envelope.tsx';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { EntryLayout } from '../entry/entry-layout.tsx';

/** Shown in place of a page when its link does not work. */
export function RefusedLink({ title, problem }: { title: string; problem: string }) {
  return (
    <EntryLayout title={title} picture={Envelope}>
      <Problem>{problem}</Problem>
      <LinkButton to="/login" variant="secondary" className="mt-6">
        <Trans>Go to login</Trans>
      </LinkButton>
    </EntryLayout>
  );
}
