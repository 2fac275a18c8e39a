import { BookOpenText, Heart, type LucideIcon, Smartphone, Timer, Upload } from 'lucide-react';

/** The icon of each app in business.json, by its id. */
const glyphs: Record<string, LucideIcon> = {
  client: Upload,
  bookkeeping: BookOpenText,
  'dating-places': Heart,
  'fitness-timer': Timer,
};

export function AppGlyph({ id }: { id: string }) {
  const Icon = glyphs[id] ?? Smartphone;
  return (
    <span
      aria-hidden="true"
      className="flex size-16 shrink-0 items-center justify-center rounded-card border border-action bg-surface text-action"
    >
      <Icon size={30} strokeWidth={1.5} />
    </span>
  );
}
