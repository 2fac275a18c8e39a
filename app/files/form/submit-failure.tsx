import { business } from '#app/business.ts';
import { isConnectionError } from '#app/client/error-wording.ts';
import { Banner } from '#app/ui/banner.tsx';

const SUBMIT_FAILED = 'Error submitting form. Please complete all fields.';

export function SubmitFailure({ error }: { error: unknown }) {
  return (
    <Banner kind="danger" announce title={SUBMIT_FAILED}>
      {whatToDo(error)}
    </Banner>
  );
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
