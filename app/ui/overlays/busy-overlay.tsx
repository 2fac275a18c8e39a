import { Spinner } from '../feedback/spinner.tsx';

/** Covers a part of the page while it is busy. The parent must be position: relative. */
export function BusyOverlay({ text }: { text: string }) {
  return (
    <div
      data-busy
      className="absolute inset-0 z-20 flex animate-appear items-start justify-center rounded-card bg-paper/80 p-6 pt-16"
    >
      <div
        role="status"
        className="flex w-full max-w-sm flex-col items-center gap-4 rounded-card border border-line bg-surface p-6 text-center shadow-float"
      >
        <span className="text-action">
          <Spinner size={32} />
        </span>
        <p>{text}</p>
      </div>
    </div>
  );
}
