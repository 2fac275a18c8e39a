import { PageHeading } from '#app/ui/page-heading.tsx';
import { pageMeta } from './meta.ts';

export const meta = () => pageMeta({ description: 'Home', path: '/' });

export default function Home() {
  return (
    <div className="page py-16">
      <PageHeading>Home</PageHeading>
    </div>
  );
}
