import { type Control, type FieldValues, useFormState } from 'react-hook-form';
import { Problem } from '#app/ui/feedback/problem.tsx';

/**
 * Why a form could not be sent, if it is not about one field. Set it by `setError('root', { message })`; the next
 * attempt to send clears it.
 */
export function FormProblem<Values extends FieldValues>({ control }: { control: Control<Values> }) {
  const { errors } = useFormState({ control });
  return <Problem>{errors.root?.message}</Problem>;
}
