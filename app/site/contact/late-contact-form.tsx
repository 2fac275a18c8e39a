import { lazy, Suspense } from 'react';

/**
 * The form with its fields is a quarter of a public page's weight, so its script comes after the page's own. The
 * prerendered page shows it all the same: it is there at once, and what is typed before its script has come is kept.
 */
const ContactForm = lazy(async () => ({ default: (await import('./contact-form.tsx')).ContactForm }));

export function LateContactForm() {
  return (
    <Suspense fallback={<div className="min-h-[46rem]" />}>
      <ContactForm />
    </Suspense>
  );
}
