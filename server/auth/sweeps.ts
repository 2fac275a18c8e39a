/** Deletes expired rows. Used refresh tokens stay as long as their session, so that reuse is detected. */
export const AUTH_SWEEPS = [
  `delete from auth.one_time_tokens where expires_at < now() - interval '1 day'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'
     and id not in (select flow_state_id from auth.one_time_tokens where flow_state_id is not null)`,
  `delete from nutmeg.invitations where accepted_at is null and expires_at < now() - interval '90 days'`,
  `delete from nutmeg.invitation_misses where at <= now() - interval '1 hour'`,
  `delete from nutmeg.email_corrections where expires_at < now() - interval '1 day'`,
  `delete from auth.mail_requests where requested_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.mfa_factors where status = 'unverified' and created_at < now() - interval '1 day'`,
  'delete from auth.sessions s where not auth.session_lives(s)',
  `delete from auth.sign_in_places where last_seen_at < now() - interval '1 year'`,
];
