import { formatSize } from '#domain/documents/file-display.ts';
import type { View } from './view.ts';
import { Viewport } from './viewport.tsx';

export interface TextViewProps {
  name: string;
  text: string;
  /** How much of the file is shown, in bytes; absent when all of it is. */
  cutAt?: number | undefined;
  view: View;
  onZoom: (factor: number) => void;
}

/** Plain text, and tables that are written as such. */
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
