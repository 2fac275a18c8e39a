import { Trans } from '@lingui/react/macro';
import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { SupportPhone } from '#app/shared/support-phone.tsx';
import { PageHeading } from '#app/ui/layout/page-heading.tsx';

export interface EntryLayoutProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Beside the form; on a phone, after it. Without it, a picture and our phone number. */
  aside?: ReactNode;
  picture?: ComponentType<{ className?: string }>;
  /** Whether it replaces another screen at the same URL: then its heading takes the focus. */
  takesOver?: boolean;
}

export function EntryLayout(props: EntryLayoutProps) {
  const { title, lead, children, aside, picture, takesOver = false } = props;
  const screen = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (takesOver) screen.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [takesOver]);

  return (
    <div
      ref={screen}
      className="page grid gap-12 py-10 md:py-16 lg:grid-cols-[minmax(0,30rem)_minmax(0,1fr)] lg:gap-20 lg:py-20"
    >
      <div className="min-w-0">
        <PageHeading lead={lead}>{title}</PageHeading>
        <div className="mt-8">{children}</div>
      </div>
      <aside className="min-w-0 border-t border-line pt-10 lg:border-t-0 lg:border-l lg:pt-1 lg:pl-20">
        {aside ?? (picture && <Help picture={picture} />)}
      </aside>
    </div>
  );
}

function Help({ picture: Picture }: { picture: ComponentType<{ className?: string }> }) {
  return (
    <div className="flex max-w-md flex-col gap-10">
      <Picture className="hidden w-56 text-action lg:block" />
      <p className="text-muted">
        <Trans>
          Need a hand? Call us at <SupportPhone />. We never ask for your password by email or phone.
        </Trans>
      </p>
    </div>
  );
}
