-- What happened to a request, in a chain: each event has the hash of the one before. No one changes or deletes an event.

create table public.signature_events (
  request_id uuid not null references public.signature_requests,
  sequence int not null,
  at timestamptz not null,
  kind text not null check (kind in ('sent', 'consented', 'viewed', 'signed', 'declined', 'voided', 'sealed')),
  actor_id uuid,
  actor_name text not null,
  signer_id uuid,
  -- Chosen by the page. A repeated act is noted once.
  act_id uuid,
  address text not null,
  device text not null,
  details jsonb not null,
  previous text not null,
  hash text not null,
  primary key (request_id, sequence),
  unique (request_id, act_id)
);

alter table public.signature_events enable row level security;
grant select on public.signature_events to authenticated, service_role;
create policy "staff: read" on public.signature_events for select to authenticated using ((select public.is_staff()));
create policy "service_role: read" on public.signature_events for select to service_role using (true);
create policy "second step first" on public.signature_events as restrictive to authenticated
  using (not (select nutmeg.owes_second_step()));

create function nutmeg.refuse_event_change() returns trigger
  language plpgsql set search_path = ''
  as $$
begin
  raise exception 'Events of a signature are never changed or deleted' using errcode = '42501';
end
$$;
create trigger signature_events_stay before update or delete on public.signature_events
  for each row execute function nutmeg.refuse_event_change();
create trigger signature_events_all_stay before truncate on public.signature_events
  for each statement execute function nutmeg.refuse_event_change();

-- server/signing/chain.ts computes the same. One value a line: no value has a line break, since JSON escapes them and
-- note_signature_event removes them from the others.
create function nutmeg.hash_of_event(e public.signature_events) returns text
  language sql stable
  as $$
  select encode(sha256(convert_to(concat_ws(
    E'\n', e.previous, e.request_id, e.sequence, to_char(e.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), e.kind,
    coalesce(e.actor_id::text, ''), e.actor_name, coalesce(e.signer_id::text, ''), coalesce(e.act_id::text, ''), e.address,
    e.device, e.details::text
  ), 'UTF8')), 'hex')
$$;

-- Adds an event. The caller has locked the request.
create function nutmeg.note_signature_event(
  request uuid, kind text, signer uuid, act uuid, address text, device text, details jsonb
) returns public.signature_events
  language plpgsql
  as $$
declare
  one_line constant text := '[[:cntrl:]\u2028\u2029]+';
  noted public.signature_events;
begin
  select e.* into noted from public.signature_events e where e.request_id = request order by e.sequence desc limit 1;
  noted.previous := coalesce(noted.hash, repeat('0', 64));
  noted.sequence := coalesce(noted.sequence, 0) + 1;
  noted.request_id := request;
  -- Never before the event before.
  noted.at := greatest(clock_timestamp(), noted.at);
  noted.kind := note_signature_event.kind;
  noted.actor_id := auth.uid();
  noted.actor_name := regexp_replace(coalesce(
    (select nutmeg.name_or_email(p) from public.user_profiles p where p.user_id = auth.uid()), 'The portal'
  ), one_line, ' ', 'g');
  noted.signer_id := signer;
  noted.act_id := act;
  noted.address := left(regexp_replace(coalesce(note_signature_event.address, ''), one_line, ' ', 'g'), 100);
  noted.device := left(regexp_replace(coalesce(note_signature_event.device, ''), one_line, ' ', 'g'), 300);
  noted.details := coalesce(note_signature_event.details, '{}');
  noted.hash := nutmeg.hash_of_event(noted);
  insert into public.signature_events select noted.*;
  return noted;
end
$$;
revoke execute on function nutmeg.note_signature_event(uuid, text, uuid, uuid, text, text, jsonb),
  nutmeg.hash_of_event(public.signature_events), nutmeg.refuse_event_change() from public;

-- Whether the chain of a request is whole, for staff: false if an event was changed, removed, or put in.
create function public.verify_signature_events(request_id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_staff();
  return (
    select count(*) > 0 and coalesce(bool_and(
      (e.event).hash = nutmeg.hash_of_event(e.event) and (e.event).sequence = e.place and (e.event).previous = e.before
    ), false)
    from (
      select s as event, row_number() over chain as place, coalesce(lag(s.hash) over chain, repeat('0', 64)) as before
      from public.signature_events s where s.request_id = verify_signature_events.request_id
      window chain as (order by s.sequence)
    ) e
  );
end
$$;
revoke execute on function public.verify_signature_events(uuid) from public;
grant execute on function public.verify_signature_events(uuid) to authenticated;
