import { mayManage } from '#domain/roles.ts';
import type { Papers } from './papers.ts';

export interface NextStep {
  title: string;
  text: string;
  action: { label: string; to: string };
}

/** The one thing a person should do now. Unknown papers count as none: asking once too often does no harm. */
export function nextStep(role: string, papers: Papers | undefined): NextStep {
  if (mayManage(role)) {
    return {
      title: 'Open a client\u2019s files',
      text: 'Search by name or email, look at what came in, and send back the finished copies.',
      action: { label: 'Go to the client list', to: '/manage' },
    };
  }
  if (!papers || papers.count === 0) {
    return {
      title: 'Send us your tax papers',
      text: 'Take a photo of each page with your phone, or choose files from your computer. A good first one is your W\u20112, the wage form that your employer mails in January.',
      action: { label: 'Upload my papers', to: '/secured-files' },
    };
  }
  return {
    title: 'We have your papers',
    text: `${papers.count === 1 ? 'One file has' : `${papers.count} files have`} reached us safely. You don\u2019t have to do anything now: we contact you when we have read them. Something missing? Add it any time.`,
    action: { label: 'Add more papers', to: '/secured-files' },
  };
}
