import { business } from '#app/business.ts';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

/** The office's phone number as a link. */
export function SupportPhone() {
  return (
    <SmartLink to={`tel:${business.contact.phone.e164}`} className="link figures whitespace-nowrap">
      {business.contact.phone.display}
    </SmartLink>
  );
}
