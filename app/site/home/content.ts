import { business } from '#app/business.ts';
import { formatRange } from '#app/shared/facts.ts';

const { claims, retention, service, hours, languages } = business;

export const doors = {
  label: 'Where to begin',
  upload: {
    title: 'A photo is enough',
    text: 'Your W-2 (the wage form your employer mails in January), your 1099s, last year’s return: take a picture, name it, send it. It is encrypted before it is stored, and only you and our staff can open it.',
    signedIn: 'Upload my papers',
    visitor: 'How to upload',
  },
  prices: { title: 'Prices, before you ask', more: 'See what is included' },
  services: { title: 'More than April', more: 'See all services' },
};

export const howItWorks = {
  title: 'How It Works',
  steps: [
    {
      title: 'Signup & Upload',
      text: 'Make an account, and send photos or PDFs of your papers.',
    },
    {
      title: 'We Contact You',
      text: `Your preparer reads everything and calls or texts with questions. Most returns are ready in ${formatRange(service.personalReturnDays)} business days.`,
    },
    {
      title: 'Get Copies & File',
      text: `You read the return and approve it. We e-file it, and your copies stay in your account. Refunds typically arrive within ${service.refundDaysEfiled} days.`,
    },
  ],
};

export const authorized = {
  text: 'The IRS checks who may send returns electronically. We passed that check, and you can look us up.',
  lookUp: 'Look us up at the IRS',
  promises: [
    {
      title: 'You approve first',
      text: 'Nothing goes to the IRS before you have read your return and said yes.',
    },
    { title: 'Our mistakes are ours', text: 'If we get something wrong, we correct it free of charge.' },
    {
      title: `${claims.encryptionBits}-bit encryption`,
      text: `In transit and at rest. We keep your papers for up to ${retention.marketingYears} years, so you can find them.`,
    },
  ],
};

export const visit = {
  title: 'Prefer to meet in person?',
  text: 'Come to the office, or call and ask.',
  /** In Spanish, for the clients concerned. */
  spanish: languages.includes('Spanish') ? 'Se habla español.' : null,
  office: 'Office',
  hours: hours.byAppointmentOnly ? 'Hours, by appointment' : 'Hours',
  book: 'Book an appointment',
};
