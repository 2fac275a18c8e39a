import { type ComponentProps, lazy, useCallback, useEffect, useState } from 'react';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';
import type { FileViewProps } from './file-view.tsx';
import type { PreviewControls, Tools } from './preview-controls.tsx';
import { ProblemNote } from './problem-note.tsx';
import { FITTED, turned, type View, zoomedBy, zoomedIn, zoomedOut } from './view.ts';

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

type ZoomAndTurn = Omit<ComponentProps<typeof PreviewControls>, 'several' | 'onPrevious' | 'onNext'>;

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
  const controls: ZoomAndTurn = {
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
