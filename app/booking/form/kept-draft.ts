import { formDraft } from '#app/shared/drafts/form-draft.ts';
import { emptyBooking } from '#domain/booking/fields.ts';

/** Who was about to book. */
export const {
  keep: keepDraft,
  forget: forgetDraft,
  read: readDraft,
} = formDraft('nutmeg.booking-draft', emptyBooking);
