import { business } from '#app/business.ts';

const { phone, text } = business.contact;

/**
 * For browsers without JavaScript: the portal and the forms don't work without it, so they say so and show the phone
 * number.
 */
export function WithoutScript() {
  return (
    <noscript>
      <div className="page pt-6">
        <p className="figures rounded-card bg-warning-soft p-4">
          This page needs JavaScript, which your browser has turned off. Please turn it on and load the page
          again, or call us:{' '}
          <a href={`tel:${phone.e164}`} className="link font-semibold whitespace-nowrap">
            {phone.display}
          </a>
          . You can also{' '}
          <a href={`sms:${text.e164}`} className="link">
            send a text
          </a>
          .
        </p>
      </div>
    </noscript>
  );
}
