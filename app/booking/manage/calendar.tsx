import { useLocation } from 'react-router';
import { bookedTime, useBooking } from '../form/use-booking.ts';
import { Booked } from '../picker/booked.tsx';
import { ChooseTime } from '../picker/choose-time.tsx';
import { readPrefill } from '../picker/prefill.ts';
import { ManageAppointment } from './manage-appointment.tsx';

/** What the URL of `/calendar` requests. The fragment is known only in the browser. */
export function Calendar() {
  const { search, hash } = useLocation();
  const { booking, chosen } = useBooking();
  const booked = bookedTime(booking);
  const ticket = new URLSearchParams(hash.slice(1)).get('ticket');
  if (ticket !== null) return <ManageAppointment key={ticket} ticket={ticket} />;
  if (booking && booked) return <Booked booked={booked} email={booking.email} />;
  return <ChooseTime visitor={readPrefill(search)} onBooked={chosen} />;
}
