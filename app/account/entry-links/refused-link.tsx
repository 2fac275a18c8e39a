import { Envelope } from '#app/site/drawings/envelope.tsx';
import { Banner } from '#app/ui/banner.tsx';
import { LinkButton } from '#app/ui/link-button.tsx';
import { EntryLayout } from '../entry-layout.tsx';
import { Help } from '../help.tsx';

/** Shown in place of a page when its link does not work. */
export function RefusedLink({ title, problem }: { title: string; problem: string }) {
  return (
    <EntryLayout title={title} aside={<Help picture={Envelope} />}>
      <Banner kind="danger" announce>
        {problem}
      </Banner>
      <LinkButton to="/login" variant="secondary" className="mt-6">
        Go to login
      </LinkButton>
    </EntryLayout>
  );
}
