import type { Office } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';

export const heading = {
  title: msg`Upload your tax documents`,
  headline: msg`Send your documents without leaving home`,
  lead: msg`Take a picture of each page with your phone, or send PDFs. No scanner, and no email attachments.`,
  description: msg`How to send us your tax documents safely from home, and which ones we need.`,
};

export const actions = { upload: msg`Upload Now`, create: msg`Create Account`, signIn: msg`Sign In` };

export const process = {
  title: msg`How it works`,
  label: msg`Steps to send your documents`,
  steps: [
    {
      id: 'account',
      title: msg`Create your account`,
      detail: msg`Enter your name, email, phone, and a password. Then open the link we email you.`,
    },
    {
      id: 'files',
      title: msg`Add your documents`,
      detail: msg`Upload photos or PDFs into folders by year. You’ll see when each file is done.`,
    },
    {
      id: 'call',
      title: msg`We call or text you`,
      detail: msg`We’ll have questions, or your finished return.`,
    },
  ],
};

export const papers = {
  title: msg`What we need to see`,
  text: msg`Send what you have. If something is missing, we’ll tell you what it is and where to find it.`,
};

export const safety = ({ claims, retention }: Office) => ({
  title: msg`Who can see them`,
  items: [
    {
      title: msg`${{ bits: claims.encryptionBits }}-bit encryption`,
      text: msg`Your files are encrypted when they’re sent and when they’re stored.`,
    },
    {
      title: msg`Only you and us`,
      text: msg`Only you and our staff can see your documents. No one else can.`,
    },
    {
      title: msg`We never ask for your password`,
      text: msg`Not by phone, and not by email. If someone asks, it isn’t us.`,
    },
    {
      title: msg`Kept for up to ${{ years: retention.marketingYears }} years`,
      text: msg`So an old return is two taps away when a bank asks for it.`,
    },
  ],
});
