import { formatRange } from '#app/shared/facts.ts';
import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';

export const doors = {
  upload: {
    title: msg`All you need is a photo`,
    text: msg`Take a picture of your W-2 (the wage form your employer sends in January), your 1099s, and last year’s return. Then name it and send it. We encrypt it before we store it. Only you and our staff can open it.`,
    signedIn: msg`Upload my documents`,
    visitor: msg`How to upload`,
  },
  prices: { title: msg`Prices before you ask`, more: msg`See what’s included` },
  services: { title: msg`More than April`, more: msg`See all services` },
};

export const stepNumber = (step: number) => msg`Step ${{ step }}`;

export const howItWorks = ({ service }: Office) => ({
  title: msg`How It Works`,
  steps: [
    {
      title: msg`Signup & Upload`,
      text: msg`Create an account and send photos or PDFs of your documents.`,
    },
    {
      title: msg`We Contact You`,
      text: msg`Your preparer reviews everything and calls or texts with questions. Most returns are ready in ${{ days: formatRange(service.personalReturnDays) }} business days.`,
    },
    {
      title: msg`Get Copies & File`,
      text: msg`You read your return and approve it. We e-file it, and your copies stay in your account. Refunds usually arrive within ${{ days: service.refundDaysEfiled }} days.`,
    },
  ],
});

export const authorized = ({ claims, retention }: Office) => ({
  text: msg`The IRS checks who can e-file returns. We passed that check, and you can look us up.`,
  promises: [
    {
      title: msg`You approve first`,
      text: msg`Nothing goes to the IRS until you’ve read your return and said yes.`,
    },
    { title: msg`Our mistakes are ours`, text: msg`If we make a mistake, we fix it for free.` },
    {
      title: msg`${{ bits: claims.encryptionBits }}-bit encryption`,
      text: msg`We encrypt your documents when they’re sent and when they’re stored. We keep them for up to ${{ years: retention.marketingYears }} years so you can find them.`,
    },
  ],
});

export const visit = ({ hours, languages }: Office) => ({
  title: msg`Want to meet in person?`,
  text: msg`Come to our office, or call us.`,
  /** In Spanish, for the clients concerned. */
  spanish: languages.includes('Spanish') ? 'Se habla español.' : null,
  office: msg`Office`,
  hours: hours.byAppointmentOnly ? msg`Hours, by appointment` : msg`Hours`,
  book: msg`Book an appointment`,
});
