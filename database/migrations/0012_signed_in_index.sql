-- Each login asks from where its account has signed in before, however often somebody else has failed since.
create index audit_log_signed_in_idx on public.audit_log (subject_id, at desc) where action = 'auth.signed_in';
