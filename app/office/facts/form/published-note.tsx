import { Trans, useLingui } from '@lingui/react/macro';
import { Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { type PagePath, pageNames } from '../model/facts.ts';
import type { Published } from './use-facts-form.ts';

interface Props {
  published: Published;
  pages: readonly PagePath[];
  isBusy: boolean;
  onUndo: () => void;
}

export function PublishedNote({ published: { changes, before }, pages, isBusy, onUndo }: Props) {
  const { t } = useLingui();
  const [page = '/'] = pages;
  return (
    <div ref={focusOnMount} tabIndex={-1} className="scroll-mt-24">
      <Banner
        kind="success"
        title={
          before === undefined
            ? t`Undone. Your site is as it was before.`
            : t`Published. Your site shows it now.`
        }
        actions={
          <>
            <NewTabLink to={page} className="inline-flex min-h-9 items-center">
              <Trans>See the page “{{ page: t(pageNames[page]) }}”</Trans>
            </NewTabLink>
            {before !== undefined && (
              <Button
                variant="secondary"
                size="small"
                busy={isBusy}
                icon={<Undo2 size={16} aria-hidden />}
                onPress={onUndo}
              >
                <Trans>Undo</Trans>
              </Button>
            )}
          </>
        }
      >
        <ul className="text-sm">
          {changes.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </Banner>
    </div>
  );
}

/** A page of the site as its visitors get it, in a new tab: what is typed here stays. */
export const NewTabLink = ({
  to,
  className = '',
  children,
}: {
  to: PagePath;
  className?: string;
  children: ReactNode;
}) => (
  <a href={to} target="_blank" rel="noopener" className={`link ${className}`}>
    {children}
    <span className="sr-only">
      {' '}
      <Trans>(opens in a new tab)</Trans>
    </span>
  </a>
);
