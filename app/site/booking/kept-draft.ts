import { emptyBooking } from '#domain/booking/fields.ts';
import { formDraft } from '../form-draft.ts';

/** Who was about to book. */
export const {
  keep: keepDraft,
  forget: forgetDraft,
  read: readDraft,
} = formDraft('nutmeg.booking-draft', emptyBooking);
