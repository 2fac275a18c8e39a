-- The owner of the appointment. A typed address proves nothing: a stranger's text would be shown to the client with
-- that address as their own. An appointment is a client's own if they wrote it while signed in, if the office made it
-- for them, or if someone has opened the link that was mailed to the address. Staff see all of them, as before.

alter table public.appointments
  add column user_id uuid references auth.users on delete set null,
  add column email_proven_at timestamptz;
create index appointments_user_id_idx on public.appointments (user_id) where user_id is not null;

-- Only for callers: the server and its functions set the owner themselves.
create function nutmeg.own_appointment() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  if not nutmeg.owes_second_step() then
    new.user_id := auth.uid();
  end if;
  return new;
end
$$;
create trigger appointments_owned before insert on public.appointments
  for each row when (current_user = 'authenticated') execute function nutmeg.own_appointment();

drop policy "client: own by e-mail" on public.appointments;
create policy "client: own" on public.appointments for select to authenticated
  using (
    user_id = (select auth.uid())
    or email_proven_at is not null
      and lower(email) = (select p.email from public.user_profiles p where p.user_id = (select auth.uid()))
  );

-- The link in a letter about the appointment was opened, so the reader has access to the mailbox.
create function nutmeg.prove_appointment_email(appointment_id uuid) returns void
  language sql volatile security definer set search_path = ''
  as $$
  update public.appointments a set email_proven_at = now()
  where a.id = appointment_id and a.email is not null and a.email_proven_at is null
$$;
revoke execute on function nutmeg.prove_appointment_email(uuid) from public;

-- The office knows who it makes an appointment for.
create or replace function public.add_appointment(
  client_name text, client_phone text, new_start timestamptz, client_email text default null
) returns public.appointments
  language plpgsql security definer set search_path = ''
  as $$
declare
  added uuid;
begin
  perform nutmeg.require_staff();
  perform nutmeg.refuse_far_time(new_start);
  insert into public.appointments (name, email, phone, user_id)
  values (
    btrim(client_name), nullif(btrim(client_email), ''), btrim(client_phone),
    (select p.user_id from public.user_profiles p where p.email = lower(btrim(client_email)))
  )
  returning id into added;
  return nutmeg.take_seat(added, new_start);
end
$$;
