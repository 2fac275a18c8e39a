import { useHydrated } from '#app/shared/browser/use-hydrated.ts';
import { Button, type ButtonProps } from '#app/ui/actions/button.tsx';

/**
 * Submits a form of the server's HTML. Disabled until hydration: before it the browser would send the form itself, and what was
 * typed would be lost.
 */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'isDisabled'>) {
  const isHydrated = useHydrated();
  return <Button {...props} type="submit" isDisabled={!isHydrated} />;
}
