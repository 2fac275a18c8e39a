/** The columns of a profile, for lists of people. */
export const profileColumns =
  'user_id, email, first_name, last_name, phone, referred_by, role, language, created_at';
