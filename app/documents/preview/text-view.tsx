import { formatSize } from '#domain/documents/file-display.ts';
import type { View } from './view.ts';
import { Viewport } from './viewport.tsx';

export interface TextViewProps {
  name: string;
  text: string;
  /** The number of bytes shown; absent if the whole file is. */
  cutAt?: number | undefined;
  view: View;
  onZoom: (factor: number) => void;
}

/** Plain text, CSV included. */
export function TextView({ name, text, cutAt, view, onZoom }: TextViewProps) {
  return (
    <Viewport label={`Text of ${name}`} view={view} onZoom={onZoom} className="bg-surface">
      {() => (
        <div className="p-4 md:p-8" style={{ fontSize: `${0.9 * view.zoom}rem` }}>
          {cutAt !== undefined && (
            <p className="mb-4 font-semibold">
              This is only the beginning ({formatSize(cutAt)}). Download the file to see all of it.
            </p>
          )}
          <pre className="font-mono leading-normal break-words whitespace-pre-wrap">{text}</pre>
        </div>
      )}
    </Viewport>
  );
}
