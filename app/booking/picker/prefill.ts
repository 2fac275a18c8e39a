/**
 * External schedulers require an email address. Mail to this one goes nowhere: the domain is reserved for examples.
 */
export const PLACEHOLDER_EMAIL = 'no-email@example.com';

/** The visitor's details in the address of /calendar (`name`, `email`, `a1`: the phone); '' for those that are missing. */
export function readPrefill(search: string): { name: string; email: string; phone: string } {
  const params = new URLSearchParams(search);
  const email = params.get('email') ?? '';
  return {
    name: params.get('name') ?? '',
    email: email === PLACEHOLDER_EMAIL ? '' : email,
    phone: params.get('a1') ?? '',
  };
}
