import { useOffice } from '#app/shared/site-data.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';

export function SupportPhone() {
  const office = useOffice();
  return (
    <SmartLink to={`tel:${office.contact.phone.e164}`} className="link figures whitespace-nowrap">
      {office.contact.phone.display}
    </SmartLink>
  );
}
