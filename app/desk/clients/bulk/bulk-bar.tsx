import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { ChevronUp, X } from 'lucide-react';
import { Toolbar } from 'react-aria-components/Toolbar';
import { useFormats } from '#app/language/language.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { useWideScreen } from '#app/ui/layout/use-wide-screen.ts';
import { Menu } from '#app/ui/overlays/menu.tsx';
import type { BulkKind } from '#domain/bulk/jobs.ts';
import { MOST_CLIENTS } from '#domain/bulk/limits.ts';
import { actsFor } from './acts.ts';

interface BulkBarProps {
  count: number;
  /** How many clients match; null if all are selected. */
  matching: number | null;
  isLoading: boolean;
  /** Whether the list has archived clients. */
  isArchive: boolean;
  onAll: () => void;
  onAct: (kind: BulkKind) => void;
  onClear: () => void;
}

/** What can be done to the selected clients. One stop of the Tab key; the arrow keys move in it. */
export function BulkBar({ count, matching, isLoading, isArchive, onAll, onAct, onClear }: BulkBarProps) {
  const { t } = useLingui();
  const { count: inFigures } = useFormats();
  const isWide = useWideScreen();
  const acts = actsFor(isArchive);
  const isFull = count >= MOST_CLIENTS;
  return (
    <Toolbar
      aria-label={t`Selected clients`}
      className="pointer-events-auto flex w-full items-center gap-1 border-t border-line bg-surface px-3 py-2 text-sm lg:w-auto lg:flex-wrap lg:justify-center lg:rounded-card lg:border lg:px-2 lg:py-1.5 lg:text-[0.8125rem] lg:shadow-float"
    >
      <p aria-hidden className="figures min-w-0 px-1 font-semibold whitespace-nowrap max-lg:mr-auto lg:px-2">
        <Plural value={count} one="# selected" other="# selected" />
      </p>
      {isFull ? (
        <p className="px-1 text-muted">{t`That’s the most at once`}</p>
      ) : (
        matching !== null && (
          <Button variant="quiet" size="small" className={small} busy={isLoading} onPress={onAll}>
            {isWide ? (
              <Trans>All {{ matching: inFigures(matching) }} that match</Trans>
            ) : (
              <Trans context="selected clients">All {{ matching: inFigures(matching) }}</Trans>
            )}
          </Button>
        )
      )}
      {isWide && <span aria-hidden className="mx-1 h-5 w-px bg-line" />}
      {isWide ? (
        acts.map(({ kind, name, Icon }) => (
          <Button
            key={kind}
            variant="quiet"
            size="small"
            className={`${small} lg:text-ink`}
            icon={<Icon size={16} aria-hidden className="text-muted" />}
            onPress={() => onAct(kind)}
          >
            {t(name)}
          </Button>
        ))
      ) : (
        <Menu
          label={t`Selected clients`}
          trigger={
            <Button size="small" className={small} icon={<ChevronUp size={16} aria-hidden />}>
              <Trans context="menu">Actions</Trans>
            </Button>
          }
          actions={acts.map(({ kind, name, Icon }) => ({
            id: kind,
            label: t(name),
            icon: <Icon size={18} aria-hidden />,
            onAction: () => onAct(kind),
          }))}
        />
      )}
      <IconButton
        dense
        label={t`Clear the selection`}
        icon={<X size={18} aria-hidden />}
        onPress={onClear}
        className="lg:size-8"
      />
    </Toolbar>
  );
}

const small = 'min-h-11 whitespace-nowrap lg:min-h-8 lg:gap-1.5 lg:px-2 lg:text-[0.8125rem]';
