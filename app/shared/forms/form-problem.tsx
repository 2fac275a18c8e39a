import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Banner } from '#app/ui/feedback/banner.tsx';

/**
 * Why a form could not be sent, if it is not about one field. Set it by `setError('root', { message })`; the next
 * attempt to send clears it.
 */
export function FormProblem<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  const { errors } = useFormState({ control });
  const message = errors.root?.message;
  if (!message) return null;
  return (
    <Banner kind="danger" announce>
      {message}
    </Banner>
  );
}
