import { business } from '#app/business.ts';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { Banner } from '#app/ui/feedback/banner.tsx';

const SUBMIT_FAILED = 'Error submitting form. Please complete all fields.';

/** It stands above the section, and Submit at its end: it comes to the reader, as the list of problems does. */
export function SubmitFailure({ error }: { error: unknown }) {
  return (
    <div ref={bringIntoSight} tabIndex={-1}>
      <Banner kind="danger" announce title={SUBMIT_FAILED}>
        {whatToDo(error)}
      </Banner>
    </div>
  );
}

function bringIntoSight(element: HTMLElement | null): void {
  element?.focus();
}

function whatToDo(error: unknown): string {
  if (isConnectionError(error)) {
    return 'There is no connection at the moment. Your answers are still here: please try again when you are online.';
  }
  // The database lets nobody change a form whose return has been filed.
  if ((error as { code?: unknown }).code === '42501') {
    return `This year’s form can’t be changed any more. Please call us: ${business.contact.phone.display}`;
  }
  return `Your answers are still here. If it happens again, please call us: ${business.contact.phone.display}`;
}
