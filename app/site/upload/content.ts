import { business } from '#app/business.ts';

const { claims, retention } = business;

export const heading = {
  title: 'Upload your tax documents',
  headline: 'Send your papers without leaving home',
  lead: 'Take a picture of each page with your phone, or send PDFs. No scanner, no e-mail attachments.',
  description: 'How to send us your tax papers safely from home, and which papers we need.',
};

export const actions = { upload: 'Upload Now', create: 'Create Account', signIn: 'Sign In' };

export const process = {
  title: 'How it goes',
  label: 'The steps of sending papers',
  steps: [
    {
      id: 'account',
      title: 'Create your account',
      detail: 'Name, e-mail, phone and a password. Confirm the link we mail you.',
    },
    {
      id: 'files',
      title: 'Add your papers',
      detail: 'Photos or PDFs, in folders by year. You see each file arrive.',
    },
    { id: 'call', title: 'We call or text you', detail: 'With questions, or with the finished return.' },
  ],
};

export const papers = {
  title: 'What we need to see',
  text: 'Send what you have. If something is missing, we tell you what and where to find it.',
};

export const safety = {
  title: 'Who can see them',
  items: [
    { title: `${claims.encryptionBits}-bit encryption`, text: 'In transit and at rest.' },
    { title: 'Yours and ours alone', text: 'You see your own papers, and our staff sees them. No one else.' },
    {
      title: 'We never ask for your password',
      text: 'Not by phone and not by email. Anyone who asks is not us.',
    },
    {
      title: `Kept for up to ${retention.marketingYears} years`,
      text: 'So that an old return is two taps away when a bank asks for it.',
    },
  ],
};
