import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { emptyBooking } from '#domain/booking/fields.ts';

export const bookingDraft = formDraft('nutmeg.booking-draft', emptyBooking);
