import { lazy, Suspense } from 'react';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { FullDialog } from '#app/ui/overlays/full-dialog.tsx';
import { type PreviewDialogProps, PreviewFrame } from './preview-frame.tsx';
import { ProblemNote } from './problem-note.tsx';

/** Loaded on first use, because it is large. */
const Preview = lazy(() =>
  import('./preview.tsx').then(
    ({ Preview: loaded }) => ({ default: loaded }),
    () => ({ default: NotLoaded }),
  ),
);

/** Previews files, one after the other. */
export function PreviewDialog(props: PreviewDialogProps) {
  return (
    <FullDialog isOpen onClose={props.onClose}>
      <Suspense
        fallback={
          <PreviewFrame {...framed(props)}>
            <Loading />
          </PreviewFrame>
        }
      >
        <Preview {...props} />
      </Suspense>
    </FullDialog>
  );
}

/** The chunk could not be loaded: offline, or a new version of the site was deployed. */
function NotLoaded(props: PreviewDialogProps) {
  return (
    <PreviewFrame {...framed(props)}>
      <ProblemNote problem="unavailable" />
    </PreviewFrame>
  );
}

function framed({ files, startKey, onClose, onDownload }: PreviewDialogProps) {
  const index = files.findIndex((file) => file.key === startKey);
  return { item: files[index], position: index + 1, count: files.length, onClose, onDownload };
}
