import { Trans, useLingui } from '@lingui/react/macro';
import { Monitor, Smartphone, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { FullDialog } from '#app/ui/overlays/full-dialog.tsx';
import { msg } from '#domain/language/message.ts';

const widths = [
  { id: 'desktop', label: msg`Computer`, Icon: Monitor, style: 'w-[1280px] min-w-full' },
  {
    id: 'phone',
    label: msg({ message: 'Phone', context: 'device' }),
    Icon: Smartphone,
    style: 'w-[390px] max-w-full border-x border-line',
  },
] as const;

interface Props {
  title: string;
  /** A document without scripts. Undefined while it is loaded. */
  html: string | undefined;
  error: Error | null;
  children: ReactNode;
  head?: ReactNode;
  onLoad?: (shown: Document) => void;
  onClose: () => void;
}

/** What is not published yet, as on a computer or a phone. */
export function PreviewFrame({ title, html, error, children, head, onLoad, onClose }: Props) {
  const { t } = useLingui();
  const [width, setWidth] = useState<(typeof widths)[number]['id']>(
    window.innerWidth < 768 ? 'phone' : 'desktop',
  );
  return (
    <FullDialog isOpen onClose={onClose}>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-3">
        <div className="min-w-0 flex-1 basis-52">
          <Heading slot="title" className="font-sans text-base font-semibold">
            <Trans>Preview</Trans>
          </Heading>
          <p className="text-sm text-muted">{t`Not published yet. Links and buttons don’t work here.`}</p>
        </div>
        <IconButton
          label={t`Close the preview`}
          icon={<X size={22} aria-hidden />}
          onPress={onClose}
          className="order-first ml-auto sm:order-last"
        />
        <div className="flex w-full flex-wrap items-end gap-3 sm:w-auto">
          {children}
          <div className="flex gap-2">
            {widths.map(({ id, label, Icon }) => (
              <Button
                key={id}
                variant={width === id ? 'primary' : 'secondary'}
                aria-pressed={width === id}
                icon={<Icon size={18} aria-hidden />}
                onPress={() => setWidth(id)}
              >
                {t(label)}
              </Button>
            ))}
          </div>
        </div>
      </div>
      {head}
      <div className="min-h-0 flex-1 overflow-auto bg-sunken">
        <Problem className="m-4">{error && messageOf(error, t)}</Problem>
        {html === undefined && !error && <Loading />}
        {html !== undefined && (
          // Without scripts: only the style and fonts of the site, which need its origin.
          <iframe
            title={title}
            sandbox="allow-same-origin"
            srcDoc={html}
            onLoad={({ currentTarget: { contentDocument } }) => contentDocument && onLoad?.(contentDocument)}
            className={classNames(
              'mx-auto block h-full bg-paper',
              widths.find(({ id }) => id === width)?.style,
            )}
          />
        )}
      </div>
    </FullDialog>
  );
}
