-- One search for staff over clients, documents, internal notes, conversations, and messages from the site.

-- The part of a text around the first match, in one line.
create function nutmeg.excerpt(body text, term text) returns text
  language sql immutable
  as $$
  select regexp_replace(substr(body, greatest(position(term in nutmeg.searched(body)) - 30, 1), 140), '\s+', ' ', 'g')
$$;

create index contact_submissions_search_idx on public.contact_submissions
  using gin ((nutmeg.searched(name || ' ' || email || ' ' || subject || ' ' || message)) extensions.gin_trgm_ops);

create index thread_messages_search_idx on public.thread_messages
  using gin (nutmeg.searched(body) extensions.gin_trgm_ops);

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
  words constant text[] := nutmeg.words_of(term);
  patterns constant text[] := nutmeg.patterns_of(term);
begin
  perform nutmeg.require_staff();
  if char_length(term) > 200 then
    raise exception 'The search is too long' using errcode = '54000';
  end if;
  if cardinality(words) = 0 then
    return;
  end if;
  return query
    select 'client', p.user_id, p.user_id, nutmeg.name_or_email(p), p.email, null::text, p.created_at
    from public.list_clients(term, archived => null, page_limit => of_each) as p;
  if words[1] !~ '[[:alnum:]]{3}' then
    return;
  end if;
  return query
    select 'document', d.id, d.user_id, nutmeg.name_or_email(p), d.file_name, d.parent_folder, d.uploaded_at
    from (
      select f.id, f.user_id, f.file_name, f.parent_folder, f.uploaded_at
      from public.file_uploads f where nutmeg.searched(f.file_name) like patterns[1] and nutmeg.searched(f.file_name) like all (patterns)
      limit candidates
    ) as d
    join public.user_profiles p on p.user_id = d.user_id
    order by d.uploaded_at desc limit of_each;
  return query
    select 'note', n.id, n.user_id, nutmeg.name_or_email(p), nutmeg.excerpt(n.body, words[1]), null::text, n.created_at
    from (
      select b.id, b.user_id, b.body, b.created_at
      from public.client_notes b where nutmeg.searched(b.body) like patterns[1] and nutmeg.searched(b.body) like all (patterns)
      limit candidates
    ) as n
    join public.user_profiles p on p.user_id = n.user_id
    order by n.created_at desc limit of_each;
  return query
    select 'thread', t.id, t.client_id, nutmeg.name_or_email(p), nutmeg.excerpt(t.body, words[1]), null::text, t.created_at
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
revoke execute on function nutmeg.excerpt(text, text),
  public.search_everything(text) from public;
grant execute on function public.search_everything(text) to authenticated;
