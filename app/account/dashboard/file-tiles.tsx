import { ChevronRight, FileDown, Upload } from 'lucide-react';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const tiles = [
  {
    title: 'Upload Tax Papers',
    text: 'W‑2s, 1099s, IDs and other papers.',
    to: '/secured-files',
    icon: Upload,
  },
  {
    title: 'Access Tax Copies',
    text: 'Find this year\u2019s return and the ones before.',
    to: '/secured-files?bypass=true',
    icon: FileDown,
  },
];

/** The two ways into the secured files. */
export function FileTiles() {
  return (
    <ul className="grid gap-4 md:grid-cols-2 md:gap-6">
      {tiles.map(({ title, text, to, icon: Icon }) => (
        <li key={to}>
          <SmartLink
            to={to}
            className="flex h-full items-center gap-4 rounded-card border border-line bg-surface p-5 transition-colors duration-150 hover:border-action hover:bg-action-soft"
          >
            <Icon size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{text}</span>
            </span>
            <ChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}
