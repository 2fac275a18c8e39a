-- One search for staff over clients, documents, internal notes, conversations, and messages from the site.

-- The part of a text around the first match, in one line.
create function nutmeg.excerpt(body text, term text) returns text
  language sql immutable
  as $$
  select regexp_replace(substr(body, greatest(position(term in nutmeg.searched(body)) - 30, 1), 140), '\s+', ' ', 'g')
$$;

-- At most six of each kind. The indexes hold runs of three letters or digits; a term without such a run finds clients only.
create function public.search_everything(term text)
  -- kind: 'client', 'document', 'note', 'thread' (a message in a conversation), or 'message' (from the site). id: the user's for a client. folder: of a document, with its path
  -- below the client's. client_id is null for a message.
  returns table (
    kind text, id uuid, client_id uuid, client_name text, title text, folder text, at timestamptz
  )
  -- A plan for each term: rare ones need the index, and frequent ones are found sooner without it.
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
#variable_conflict use_column
declare
  of_each constant int := 6;
  -- Of a frequent term, the newest of these matches.
  candidates constant int := 300;
  words constant text[] := nutmeg.search_words(term);
  patterns constant text[] := nutmeg.like_patterns(term);
begin
  perform nutmeg.require_staff();
  if char_length(term) > 200 then
    raise exception 'The search is too long' using errcode = '54000', detail = 'search_too_long';
  end if;
  if cardinality(words) = 0 then
    return;
  end if;
  return query
    select 'client', p.user_id, p.user_id, nutmeg.display_name(p), p.email, null::text, p.created_at
    from public.list_clients(term, archived => null, page_limit => of_each) as p;
  if words[1] !~ '[[:alnum:]]{3}' then
    return;
  end if;
  return query
    select 'document', d.id, d.user_id, nutmeg.display_name(p), d.file_name, d.parent_folder, d.uploaded_at
    from (
      select f.id, f.user_id, f.file_name, f.parent_folder, f.uploaded_at
      from public.file_uploads f where nutmeg.searched(f.file_name) like patterns[1] and nutmeg.searched(f.file_name) like all (patterns)
      limit candidates
    ) as d
    join public.user_profiles p on p.user_id = d.user_id
    order by d.uploaded_at desc limit of_each;
  return query
    select 'note', n.id, n.user_id, nutmeg.display_name(p), nutmeg.excerpt(n.body, words[1]), null::text, n.created_at
    from (
      select b.id, b.user_id, b.body, b.created_at
      from public.client_notes b where nutmeg.searched(b.body) like patterns[1] and nutmeg.searched(b.body) like all (patterns)
      limit candidates
    ) as n
    join public.user_profiles p on p.user_id = n.user_id
    order by n.created_at desc limit of_each;
  return query
    select 'thread', t.id, t.client_id, nutmeg.display_name(p), nutmeg.excerpt(t.body, words[1]), null::text, t.created_at
    from (
      select b.id, b.client_id, b.body, b.created_at
      from public.thread_messages b where nutmeg.searched(b.body) like patterns[1] and nutmeg.searched(b.body) like all (patterns)
      limit candidates
    ) as t
    join public.user_profiles p on p.user_id = t.client_id
    order by t.created_at desc limit of_each;
  return query
    select 'message', m.id, null::uuid, m.name, nutmeg.excerpt(m.subject || ': ' || m.message, words[1]), null::text,
      m.created_at
    from (
      select c.* from public.contact_submissions c
      where nutmeg.searched(c.name || ' ' || c.email || ' ' || c.subject || ' ' || c.message) like patterns[1]
        and nutmeg.searched(c.name || ' ' || c.email || ' ' || c.subject || ' ' || c.message) like all (patterns)
      limit candidates
    ) as m
    order by m.created_at desc limit of_each;
end
$$;

grant execute on function public.search_everything(text) to authenticated;

-- What a new office has done. Staff see the first steps until there is a client.
create function public.first_steps()
  returns table (has_clients boolean, facts_edited boolean, colleagues bigint)
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  -- As for the queues, which end in silence when a role is taken away.
  if not public.is_staff() then
    return;
  end if;
  return query select
    exists (select from public.user_profiles p where p.role = 'client'),
    exists (select from public.office_settings s where s.source <> 'defaults'),
    (
      select count(*) from public.user_profiles p join auth.users u on u.id = p.user_id
      where p.role <> 'client' and p.user_id <> auth.uid() and not auth.is_banned(u)
    );
end
$$;

grant execute on function public.first_steps() to authenticated;

-- Who of the staff has a client's case open. Pages say so twice a minute; what a crash loses is back by then.

-- Plain ids: a row means nothing after a minute.
create unlogged table nutmeg.case_visits (
  client_id uuid not null,
  user_id uuid not null,
  began_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  primary key (client_id, user_id)
);

-- Notes that the caller has the case open, and returns the others who have: first those who came first. `leave` ends it.
create function public.visit_case(client_id uuid, leave boolean default false)
  returns table (user_id uuid, name text, began_at timestamptz)
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_column
declare
  -- Two visits may be missed.
  recent constant timestamptz := now() - interval '75 seconds';
begin
  perform nutmeg.require_staff();
  if visit_case.client_id is null then
    raise exception 'Name the client' using errcode = '22023';
  end if;
  delete from nutmeg.case_visits v
  where v.ctid = any (array(
    select o.ctid from nutmeg.case_visits o
    where o.seen_at < recent or leave and o.client_id = visit_case.client_id and o.user_id = auth.uid()
    for update skip locked
  ));
  if leave then
    return;
  end if;
  insert into nutmeg.case_visits as v (client_id, user_id) values (visit_case.client_id, auth.uid())
  on conflict on constraint case_visits_pkey do update set seen_at = now();
  return query
    select v.user_id, nutmeg.staff_name(v.user_id), v.began_at
    from nutmeg.case_visits v
    where v.client_id = visit_case.client_id and v.user_id <> auth.uid() and v.seen_at >= recent
      and nutmeg.if_staff(v.user_id) is not null
    order by v.began_at, v.user_id
    limit 20;
end
$$;

grant execute on function public.visit_case(uuid, boolean) to authenticated;
