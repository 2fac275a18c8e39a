import { Trans } from '@lingui/react/macro';
import { useOffice } from '#app/shared/site-data.tsx';

/**
 * For browsers without JavaScript: the portal and the forms don't work without it, so they say so and show the phone
 * number.
 */
export function WithoutScript() {
  const { phone, text } = useOffice().contact;
  const { display } = phone;
  return (
    <noscript>
      <div className="page pt-6">
        <p className="figures rounded-card bg-warning-soft p-4">
          <Trans>
            This page needs JavaScript, but it’s turned off in your browser. Please turn it on and reload the
            page, or call us:{' '}
            <a href={`tel:${phone.e164}`} className="link font-semibold whitespace-nowrap">
              {display}
            </a>
            . You can also{' '}
            <a href={`sms:${text.e164}`} className="link">
              send a text
            </a>
            .
          </Trans>
        </p>
      </div>
    </noscript>
  );
}
