-- The role reception (0094_reception): what such a person does with their own documents. The wider list is true of all rows
-- that are there, so they aren't read again.
alter table public.document_events
  drop constraint document_events_actor_role_check,
  add constraint document_events_actor_role_check
    check (actor_role in ('client', 'reception', 'admin', 'super', 'service')) not valid;
