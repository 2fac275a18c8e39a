-- Who did what to which person. Written by the server and by definer functions, and never changed.

create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Plain ids, no foreign keys: the record outlives the people in it.
  actor_id uuid,
  action text not null,
  subject_id uuid,
  -- Facts without personal data.
  details jsonb not null default '{}',
  address inet
);

create index audit_log_signed_in_idx on public.audit_log (subject_id, at desc) where action = 'auth.signed_in';

-- Each attempt at a second factor looks up where its owner has shown it before.
create index audit_log_second_factor_idx on public.audit_log (subject_id, at desc)
  where action in ('auth.factor_added', 'auth.factor_verified', 'auth.recovery_code_used');

create function public.refuse_audit_change() returns trigger
  language plpgsql
  as $$
begin
  raise exception 'audit_log is append only' using errcode = '42501';
end
$$;

create trigger audit_log_append_only before update or delete on public.audit_log
  for each row execute function public.refuse_audit_change();

create trigger audit_log_no_truncate before truncate on public.audit_log
  for each statement execute function public.refuse_audit_change();

alter table public.audit_log enable row level security;

grant select on public.audit_log to authenticated, service_role;

create policy "service_role: read" on public.audit_log for select to service_role using (true);

-- Failed sign-ins are counted every few minutes, in a log that only grows.
create index audit_log_failed_sign_ins_idx on public.audit_log (at) where action = 'auth.sign_in_failed';

create index audit_log_at_idx on public.audit_log (at desc, id desc);

create index audit_log_subject_id_idx on public.audit_log (subject_id, at desc, id desc);

create index audit_log_actor_id_idx on public.audit_log (actor_id, at desc, id desc);

create index audit_log_action_idx on public.audit_log (action, at desc, id desc);
