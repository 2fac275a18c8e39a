-- The messages of a client: public.messages_of (0096).
create index contact_submissions_email_idx on public.contact_submissions (lower(email), created_at desc);
