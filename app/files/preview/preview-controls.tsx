import { ChevronLeft, ChevronRight, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { Button } from '#app/ui/button.tsx';
import { IconButton } from '#app/ui/icon-button.tsx';
import type { View } from './view.ts';

export interface PreviewControlsProps {
  view: View;
  /** Whether there is another file to go to. */
  several: boolean;
  onPrevious: () => void;
  onNext: () => void;
  onZoomIn: () => void;
  onZoomOut: () => void;
  onFit: () => void;
  onTurn: () => void;
}

/** The bar under a file, within a thumb's reach. */
export function PreviewControls(props: PreviewControlsProps) {
  const { view, several, onPrevious, onNext, onZoomIn, onZoomOut, onFit, onTurn } = props;
  return (
    <div className="flex items-center justify-center gap-1 border-t border-line bg-surface px-2 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] md:gap-3">
      {several && (
        <IconButton label="Previous file" icon={<ChevronLeft size={26} aria-hidden />} onPress={onPrevious} />
      )}
      <IconButton label="Zoom out" icon={<ZoomOut size={22} aria-hidden />} onPress={onZoomOut} />
      <Button
        variant="quiet"
        onPress={onFit}
        aria-label={`Fit to the window, now ${Math.round(view.zoom * 100)}%`}
        className="figures min-w-18 px-2"
      >
        {Math.round(view.zoom * 100)}%
      </Button>
      <IconButton label="Zoom in" icon={<ZoomIn size={22} aria-hidden />} onPress={onZoomIn} />
      <IconButton label="Rotate" icon={<RotateCw size={21} aria-hidden />} onPress={onTurn} />
      {several && (
        <IconButton label="Next file" icon={<ChevronRight size={26} aria-hidden />} onPress={onNext} />
      )}
    </div>
  );
}
