import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { lazy, useCallback, useEffect, useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { FileViewProps } from './file-view.tsx';
import { ProblemNote } from './problem-note.tsx';
import { FITTED, type Tools, turned, type View, zoomedBy, zoomedIn, zoomedOut } from './view.ts';

/** Loaded on first use, because it is large. */
export const FileView = lazy(() =>
  import('./file-view.tsx').then(
    ({ FileView: loaded }) => ({ default: loaded }),
    () => ({ default: NotLoaded }),
  ),
);

/** The chunk could not be loaded: offline, or a new version of the site was deployed. */
function NotLoaded({ onTools }: FileViewProps) {
  useEffect(() => onTools('none'), [onTools]);
  return <ProblemNote problem="unavailable" />;
}

export type ViewActions = ReturnType<typeof usePreview>['controls'] & {
  onPrevious: () => void;
  onNext: () => void;
};

/** How a file is shown, for `FileView` and its controls. */
export function usePreview() {
  const [view, setView] = useState<View>(FITTED);
  const [tools, setTools] = useState<Tools>('all');
  const [said, setSaid] = useState<Wording>('');
  const onZoom = useCallback((factor: number) => setView((now) => zoomedBy(now, factor)), []);

  function change(next: View): void {
    setView(next);
    setSaid(
      next.turns === view.turns
        ? `${Math.round(next.zoom * 100)}%`
        : msg`Turned by ${{ degrees: next.turns * 90 }} degrees`,
    );
  }
  const controls = {
    view,
    tools,
    onZoomIn: () => change(zoomedIn(view)),
    onZoomOut: () => change(zoomedOut(view)),
    onFit: () => change({ ...view, zoom: 1 }),
    onTurn: () => change(turned(view)),
  };
  return {
    /** For screen readers. */
    said,
    controls,
    fileView: { view, onZoom, announce: setSaid, onTools: setTools },
    /** For another file. */
    restart(text: Wording): void {
      setView(FITTED);
      setSaid(text);
    },
  };
}

export function PreviewControls(props: ViewActions & { several: boolean }) {
  const { t } = useLingui();
  const { view, tools, several, onPrevious, onNext, onZoomIn, onZoomOut, onFit, onTurn } = props;
  const percent = Math.round(view.zoom * 100);
  return (
    <div className="flex items-center justify-center gap-1 border-t border-line bg-surface px-2 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] md:gap-3">
      {several && (
        <IconButton
          label={t`Previous file`}
          icon={<ChevronLeft size={26} aria-hidden />}
          onPress={onPrevious}
        />
      )}
      {/* Hidden controls keep their place, so that the button to the next file does not move under the finger. */}
      <div className={classNames('flex items-center gap-1 md:gap-3', tools === 'none' && 'invisible')}>
        <IconButton label={t`Zoom out`} icon={<ZoomOut size={22} aria-hidden />} onPress={onZoomOut} />
        <Button
          variant="quiet"
          onPress={onFit}
          aria-label={t`Fit to the window, now ${percent}%`}
          className="figures min-w-18 px-2"
        >
          {percent}%
        </Button>
        <IconButton label={t`Zoom in`} icon={<ZoomIn size={22} aria-hidden />} onPress={onZoomIn} />
      </div>
      <IconButton
        label={t`Rotate`}
        icon={<RotateCw size={21} aria-hidden />}
        onPress={onTurn}
        className={tools === 'all' ? '' : 'invisible'}
      />
      {several && (
        <IconButton label={t`Next file`} icon={<ChevronRight size={26} aria-hidden />} onPress={onNext} />
      )}
    </div>
  );
}
