import { Banner } from '#app/ui/feedback/banner.tsx';

/** Right after the form was sent: that it has arrived, and what comes next. */
export function SentNote() {
  return (
    <Banner kind="success" announce title="Thank you. Your tax form has reached us.">
      What happens next: send us the documents that belong to it, here below. We read everything, prepare your
      return and contact you the way you chose.
    </Banner>
  );
}
