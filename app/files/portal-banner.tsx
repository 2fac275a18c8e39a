import { FileUp, LockKeyhole, ShieldCheck } from 'lucide-react';

/** What this place is, in one strip. */
export function PortalBanner() {
  return (
    <ul className="flex flex-wrap items-center gap-x-8 gap-y-1.5 rounded-card bg-deep px-4 py-3 text-sm text-on-deep-muted lg:px-6 lg:py-4">
      <li className="flex items-center gap-2.5 font-display text-lg font-[560] text-on-deep max-lg:w-full">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden className="text-gold" />
        Secured File Portal
      </li>
      <li className="flex items-center gap-2">
        <FileUp size={18} strokeWidth={1.75} aria-hidden />
        Upload Tax Documents
      </li>
      <li className="flex items-center gap-2">
        <ShieldCheck size={18} strokeWidth={1.75} aria-hidden />
        Bank-Level Security
      </li>
    </ul>
  );
}
