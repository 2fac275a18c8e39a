import { ShieldCheck } from 'lucide-react';
import { useLocation } from 'react-router';

/** Pages with a form that bots target. */
const guarded = ['/login', '/signup', '/contact-us', '/booking', '/refund', '/reviews', '/quote'];

export function CaptchaBadge() {
  const { pathname } = useLocation();
  if (!guarded.includes(pathname.replace(/\/+$/, ''))) return null;
  return (
    <p className="page flex justify-end py-4 text-xs text-muted print:hidden">
      <span className="inline-flex items-center gap-2 rounded-full border border-line bg-surface px-3 py-1.5">
        <ShieldCheck size={16} aria-hidden className="text-action" />
        Protected by captcha
      </span>
    </p>
  );
}
