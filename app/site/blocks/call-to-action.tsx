import { useLingui } from '@lingui/react/macro';
import { useSessionHint } from '#app/shared/session/session-hint.ts';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { msg } from '#domain/language/message.ts';
import { inWords, type Wording } from '#domain/language/translate.ts';

interface Target {
  to: string;
  label: Wording;
}
export interface Way extends Target {
  /** For visitors who are signed in, if it differs. */
  signedIn?: Target;
}

const upload: Target = { to: '/secured-files', label: msg`Upload Now` };

/** Links that end more than one page. */
export const contact: Way = { to: '/contact-us', label: msg`Contact Us` };
export const meeting: Way = { to: '/booking', label: msg`Schedule Meeting`, signedIn: upload };
export const uploadInstead = (visitor: Target): Way => ({ ...visitor, signedIn: upload });

/** The end of a page: one sentence, and one or two links. */
export function CallToAction({ title, ways }: { title: string; ways: readonly Way[] }) {
  const hint = useSessionHint();
  const { t } = useLingui();
  return (
    <section className="bg-deep text-on-deep print:hidden">
      <div className="page flex flex-col gap-8 py-14 lg:flex-row lg:items-center lg:justify-between lg:py-20">
        <h2 className="max-w-[36rem] text-2xl">{title}</h2>
        <div className="figures flex flex-col gap-3 sm:flex-row lg:whitespace-nowrap">
          {ways.map((way, i) => {
            const { to, label } = (hint !== null && way.signedIn) || way;
            return (
              <LinkButton key={to} to={to} variant={i === 0 ? 'on-deep' : 'secondary'} size="large">
                {inWords(label, t)}
              </LinkButton>
            );
          })}
        </div>
      </div>
    </section>
  );
}
