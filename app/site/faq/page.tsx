import { useLingui } from '@lingui/react/macro';
import { pageMeta } from '#app/shared/meta.ts';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';
import { msg } from '#domain/language/message.ts';
import { CallToAction, contact, meeting } from '../blocks/call-to-action.tsx';
import { later } from '../blocks/later.tsx';

export const meta = pageMeta(() => ({
  title: msg`Frequently asked questions`,
  description: msg`Answers about our tax service: documents and security, timing, appointments, special situations, payment, and guarantees.`,
  path: '/frequently-asked-questions',
}));

const below = later(async () => (await import('./below.tsx')).Below, 'question-search');

export default function Faq() {
  const { t } = useLingui();
  return (
    <>
      <div className="page pt-12 pb-16 lg:pt-20 lg:pb-28">
        <PageHeading
          lead={t`Short answers to what people ask us on the phone. Open as many as you like. Each answer has a link you can share.`}
        >
          {t`Frequently asked questions`}
        </PageHeading>
        {below}
      </div>
      <CallToAction
        title={t`Don’t see your question? Ask us. A real person will answer.`}
        ways={[contact, meeting]}
      />
    </>
  );
}
