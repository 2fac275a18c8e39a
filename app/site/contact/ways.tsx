import { useLingui } from '@lingui/react/macro';
import { Mail, MessageSquare, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlatformIcon } from '#app/shared/drawings/brand-icons.tsx';
import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

interface Way {
  label: string;
  detail: string;
  to: string;
  icon: ReactNode;
}

const ways = ({ contact, messengers }: Office, t: Translate): Way[] => [
  {
    label: t(msg`Call`),
    detail: contact.phone.display,
    to: `tel:${contact.phone.e164}`,
    icon: <Phone size={24} strokeWidth={1.5} aria-hidden />,
  },
  {
    label: t(msg({ message: 'Text', context: 'send a text message' })),
    detail: contact.text.display,
    to: `sms:${contact.text.e164}`,
    icon: <MessageSquare size={24} strokeWidth={1.5} aria-hidden />,
  },
  ...messengers.map(({ platform, label, url }) => ({
    label,
    detail: t(msg`Write us a message`),
    to: url,
    icon: <PlatformIcon platform={platform} />,
  })),
  {
    label: t(msg`Email`),
    detail: contact.email,
    to: `mailto:${contact.email}`,
    icon: <Mail size={24} strokeWidth={1.5} aria-hidden />,
  },
];

/** How to reach the office without a form. */
export function Ways() {
  const office = useOffice();
  const { t } = useLingui();
  return (
    <ul className="border-t border-line">
      {ways(office, t).map((way) => (
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
