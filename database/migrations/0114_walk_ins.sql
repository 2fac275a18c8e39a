-- Clients without a login: people who bring their papers, companies, parents. Such a client has a profile and a row in
-- auth.users like everyone else, so that every key, letter, and list works, but without an address and a password there
-- is nothing to log in with.

alter table auth.users alter column email drop not null,
  add constraint users_login_check check (email is not null or encrypted_password is null) not valid;

create function nutmeg.has_login(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select exists (select from auth.users u where u.id = client_id and u.email is not null) $$;
grant execute on function nutmeg.has_login(uuid) to authenticated, service_role;

-- Opens a client without a login, or corrects one. The caller chooses the id, so that a repeated request doesn't open a
-- second client. With a login, names and address belong to the person; staff say only what kind of client it is.
create function public.save_client(
  client_id uuid,
  kind text,
  -- Empty for a business.
  first_name text,
  last_name text,
  -- Where letters go; empty for none.
  email text default '',
  phone text default '',
  language text default 'en'
) returns public.clients
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  given_first constant text := btrim(coalesce(save_client.first_name, ''));
  given_last constant text := btrim(coalesce(save_client.last_name, ''));
  given_email constant text := lower(btrim(coalesce(save_client.email, '')));
  given_phone constant text := btrim(coalesce(save_client.phone, ''));
  opened boolean;
  saved public.clients;
begin
  perform nutmeg.require_staff();
  if save_client.client_id is null then
    raise exception 'A client needs an id' using errcode = '23514';
  end if;
  if given_first || given_last = '' then
    raise exception 'A client needs a name' using errcode = '23514';
  end if;
  if save_client.kind = 'business' and given_first <> '' then
    raise exception 'A business has one name' using errcode = '23514';
  end if;
  if given_email <> '' and (char_length(given_email) > 255 or not nutmeg.is_email(given_email)) then
    raise exception 'Write the email like this: name@example.com' using errcode = '23514', detail = 'email';
  end if;
  insert into auth.users (id, email, raw_app_meta_data, raw_user_meta_data)
  values (save_client.client_id, null, '{}', '{}') on conflict do nothing;
  opened := found;
  if opened then
    insert into public.user_profiles (user_id, email, first_name, last_name, phone, language)
    values (
      save_client.client_id, given_email, given_first, given_last, given_phone, coalesce(save_client.language, 'en')
    );
  elsif nutmeg.has_login(save_client.client_id) then
    if not exists (
      select from public.user_profiles p
      where p.user_id = save_client.client_id and p.first_name = given_first and p.last_name = given_last
    ) then
      raise exception 'This client has a login and keeps their own name' using errcode = '23514';
    end if;
  else
    update public.user_profiles p set
      email = given_email, first_name = given_first, last_name = given_last, phone = given_phone,
      language = coalesce(save_client.language, p.language)
    where p.user_id = save_client.client_id;
  end if;
  update public.clients c set
    kind = save_client.kind, name = btrim(given_first || ' ' || given_last), updated_at = now()
  where c.id = save_client.client_id returning * into saved;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.record_act(
    case when opened then 'client.opened' else 'client.saved' end, saved.id, jsonb_build_object('kind', saved.kind)
  );
  return saved;
end
$$;
revoke execute on function public.save_client(uuid, text, text, text, text, text, text) from public;
grant execute on function public.save_client(uuid, text, text, text, text, text, text) to authenticated;

-- The name of a client follows its profile, whatever kind it is.
create or replace function nutmeg.follow_profile() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  insert into public.clients as c (id, name, created_at)
  values (new.user_id, btrim(new.first_name || ' ' || new.last_name), new.created_at)
  on conflict (id) do update set name = excluded.name, updated_at = now()
    where c.name <> excluded.name;
  if tg_op = 'INSERT' then
    insert into public.client_members (client_id, user_id, relation, rights)
    values (new.user_id, new.user_id, 'self', array['see', 'upload', 'answer', 'sign', 'manage'])
    on conflict do nothing;
  end if;
  return null;
end
$$;

-- A client without an address gets no letters. What they tell is on the client's page, to print or to say on the phone.
create or replace function nutmeg.write_letter(to_email text, letter text, facts jsonb) returns uuid
  language sql
  as $$
  insert into public.email_queue (to_email, subject, body, letter, facts, email_type)
  select write_letter.to_email, '', '', write_letter.letter, write_letter.facts, write_letter.letter
  where write_letter.to_email <> ''
  returning id
$$;

create or replace function nutmeg.write_staff_letter(to_email text, letter text, facts jsonb) returns uuid
  language plpgsql
  as $$
declare
  mailbox text := lower(btrim(to_email));
begin
  if mailbox = '' then
    return null;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('nutmeg.staff_letters ' || mailbox, 0));
  delete from nutmeg.staff_letters l where l.recipient = mailbox and l.written_at <= now() - interval '1 hour';
  if (select count(*) from nutmeg.staff_letters l where l.recipient = mailbox) >= 20 then
    raise exception 'You’ve sent 20 letters in the past hour. Please try again later.'
      using errcode = 'PT429';
  end if;
  insert into nutmeg.staff_letters (recipient) values (mailbox);
  return nutmeg.write_letter(to_email, letter, facts);
end
$$;

-- As before, but it doesn't record a letter that had no recipient.
create or replace function public.send_client_letter(
  client_id uuid, letter_template text, letter_items text[] default '{}', staff_note text default null
) returns public.client_letters
  language plpgsql security definer set search_path = ''
  as $$
declare
  sent public.client_letters;
begin
  perform nutmeg.require_staff();
  if letter_template = 'document_request' and cardinality(letter_items) = 0 then
    raise exception 'Name the documents you need' using errcode = '23514';
  end if;
  -- Checked here, since the letter is written out only after staff have read that it was sent.
  if exists (
    select from unnest(letter_items) as i
    where i is null or btrim(i) = '' or char_length(i) > 200
  ) then
    raise exception 'Each document needs a name of 1 to 200 characters' using errcode = '23514';
  end if;
  if letter_template = 'message' and coalesce(btrim(staff_note), '') = '' then
    raise exception 'Write something' using errcode = '23514';
  end if;
  if exists (select from public.user_profiles p where p.user_id = client_id and p.email = '') then
    raise exception 'This client has no email address' using errcode = '23514';
  end if;
  insert into public.client_letters (user_id, template, items, note, sent_by, sent_by_name)
  values (
    client_id, letter_template, letter_items, nullif(btrim(staff_note), ''), auth.uid(),
    coalesce((
      select nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), '')
      from public.user_profiles s where s.user_id = auth.uid()
    ), '')
  )
  returning * into sent;
  perform nutmeg.write_staff_letter(p.email, letter_template, jsonb_build_object(
    'first_name', p.first_name, 'items', to_jsonb(sent.items), 'note', sent.note
  ))
  from public.user_profiles p where p.user_id = client_id;
  return sent;
end
$$;
