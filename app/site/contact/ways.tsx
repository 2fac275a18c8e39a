import { Mail, MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { business } from '#app/business.ts';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

const { contact, messengers } = business;

const ways: { label: string; detail: string; to: string; icon: ReactNode }[] = [
  {
    label: 'Call',
    detail: contact.phone.display,
    to: `tel:${contact.phone.e164}`,
    icon: <Phone size={24} strokeWidth={1.5} aria-hidden />,
  },
  {
    label: 'Text',
    detail: contact.text.display,
    to: `sms:${contact.text.e164}`,
    icon: <MessageSquare size={24} strokeWidth={1.5} aria-hidden />,
  },
  ...messengers.map(({ platform, label, url }) => ({
    label,
    detail: 'Write us a message',
    to: url,
    icon: <PlatformIcon platform={platform} />,
  })),
  {
    label: 'E-mail',
    detail: contact.email,
    to: `mailto:${contact.email}`,
    icon: <Mail size={24} strokeWidth={1.5} aria-hidden />,
  },
];

/** How to reach the office without a form. */
export function Ways() {
  return (
    <ul className="border-t border-line">
      {ways.map((way) => (
        <li key={way.label} className="border-b border-line">
          <SmartLink
            to={way.to}
            className="flex min-h-16 items-center gap-4 rounded-control px-2 py-2 transition-colors duration-150 hover:bg-action-soft"
          >
            <span className="shrink-0 text-action">{way.icon}</span>
            <span className="min-w-0">
              <span className="block leading-snug font-semibold">{way.label}</span>
              <span className="figures block text-sm break-words text-muted">{way.detail}</span>
            </span>
          </SmartLink>
        </li>
      ))}
    </ul>
  );
}
