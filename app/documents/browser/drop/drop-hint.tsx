import { Upload } from 'lucide-react';

/** Over the folder while files from the device are held above it. */
export function DropHint({ folder }: { folder: string }) {
  return (
    <div className="pointer-events-none absolute inset-0 z-20 flex min-h-40 items-start justify-center rounded-card border-2 border-dashed border-action bg-action-soft/90 pt-12">
      <p className="flex items-center gap-3 font-semibold text-action">
        <Upload size={22} aria-hidden />
        Drop to upload to {folder}
      </p>
    </div>
  );
}
