import { useLingui } from '@lingui/react/macro';
import { ChevronLeft, ChevronRight, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { classNames } from '#app/ui/class-names.ts';
import type { View } from './view.ts';

/** What a file can be shown with: zoom and rotation, zoom alone, or nothing. */
export type Tools = 'all' | 'zoom' | 'none';

export interface ViewActions {
  onPrevious: () => void;
  onNext: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
  onTurn: () => void;
}

export interface PreviewControlsProps extends ViewActions {
  view: View;
  tools: Tools;
  several: boolean;
}

export function PreviewControls(props: PreviewControlsProps) {
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
