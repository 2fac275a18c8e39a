import { FileUp, LockKeyhole, ShieldCheck } from 'lucide-react';

/** What this place is, in one strip. */
export function PortalBanner() {
  return (
    <ul className="flex flex-wrap items-center gap-x-3 rounded-card bg-deep px-4 py-2.5 text-xs text-on-deep-muted lg:gap-x-8 lg:px-6 lg:py-3.5 lg:text-sm">
      <li className="flex items-center gap-2.5 font-display text-lg font-[560] text-on-deep max-lg:w-full">
        <LockKeyhole size={20} strokeWidth={1.75} aria-hidden className="text-gold" />
        Secured File Portal
      </li>
      <li className="flex items-center gap-2">
        <FileUp size={18} strokeWidth={1.75} aria-hidden className="max-lg:hidden" />
        Upload Tax Documents
      </li>
      <li className="flex items-center gap-2 max-lg:before:content-['·']">
        <ShieldCheck size={18} strokeWidth={1.75} aria-hidden className="max-lg:hidden" />
        Bank-Level Security
      </li>
    </ul>
  );
}
