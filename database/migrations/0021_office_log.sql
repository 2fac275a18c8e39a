-- One log of what happened in the office: acts of people, and what was done with documents. For super users.

-- `person`: by them or about them. `actions`: as the log names them; those of documents begin with "document.".
-- `document`: a part of a document's path. A page goes on after the entry that `before` names.
create function public.office_log(
  person uuid default null,
  actions text[] default null,
  document text default null,
  since timestamptz default null,
  until timestamptz default null,
  before_at timestamptz default null,
  before_source text default null,
  before_id bigint default null,
  page_size int default 50
) returns table (
    source text,
    id bigint,
    at timestamptz,
    action text,
    actor_id uuid,
    actor_name text,
    subject_id uuid,
    subject_name text,
    subject_role text,
    details jsonb
  )
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
declare
  entries constant int := least(greatest(page_size, 1), 1000);
  wanted text := nullif(btrim(document), '');
  patterns text[];
  of_documents text[];
begin
  perform nutmeg.require_super();
  if cardinality(actions) > 100 or char_length(wanted) > 200 then
    raise exception 'The search is too long' using errcode = '54000', detail = 'search_too_long';
  end if;
  -- As a variable, so that the planner sees when none of them is wanted, and leaves that half out.
  of_documents := array(select substr(a, 10) from unnest(actions) a where starts_with(a, 'document.'));
  patterns := nutmeg.like_patterns(wanted);
  -- Punctuation alone is no filter, as in the other searches.
  if cardinality(patterns) = 0 then wanted := null; end if;
  return query
    with page as (
      select * from (
        (
          select 'audit' as source, l.id, l.at, l.action, l.actor_id, null as actor_name, l.subject_id, l.details
          from public.audit_log l
          where (person is null or l.actor_id = person or l.subject_id = person)
            and (office_log.actions is null or l.action = any (office_log.actions))
            and wanted is null
            and (since is null or l.at >= since) and (until is null or l.at < until)
            and (
              before_at is null
              or l.at <= before_at and (l.at, 'audit', l.id) < (before_at, before_source, before_id)
            )
          order by l.at desc, l.id desc limit entries
        )
        union all
        (
          select 'document', e.id, e.at, 'document.' || e.action, e.actor_id, e.actor_name, e.owner_id,
            jsonb_strip_nulls(jsonb_build_object(
              'document', e.document_id, 'path', e.path, 'new_path', e.new_path, 'files', e.file_count, 'via', e.via
            ))
          from public.document_events e
          where (person is null or e.actor_id = person or e.owner_id = person)
            and (
              office_log.actions is null
              or cardinality(of_documents) > 0 and e.action = any (of_documents)
            )
            and (
              wanted is null
              or nutmeg.searched(e.path) like patterns[1] and nutmeg.searched(e.path) like all (patterns)
              or e.new_path is not null
                and nutmeg.searched(e.new_path) like patterns[1] and nutmeg.searched(e.new_path) like all (patterns)
            )
            and (since is null or e.at >= since) and (until is null or e.at < until)
            and (
              before_at is null
              or e.at <= before_at and (e.at, 'document', e.id) < (before_at, before_source, before_id)
            )
          order by e.at desc, e.id desc limit entries
        )
      ) both_records
      order by 3 desc, 1 desc, 2 desc limit entries
    )
    select g.source, g.id, g.at, g.action, g.actor_id,
      coalesce(nullif(btrim(concat_ws(' ', a.first_name, a.last_name)), ''), a.email, g.actor_name), g.subject_id,
      coalesce(nullif(btrim(concat_ws(' ', s.first_name, s.last_name)), ''), s.email, i.email), s.role,
      g.details || case when o.user_id is null then '{}' else jsonb_build_object(
        'other_name', coalesce(nullif(btrim(concat_ws(' ', o.first_name, o.last_name)), ''), o.email)
      ) end
    from page g
    left join public.user_profiles a on a.user_id = g.actor_id
    left join public.user_profiles s on s.user_id = g.subject_id
    left join nutmeg.invitations i on i.id = g.subject_id
    -- Access has two people: the client and the member.
    left join public.user_profiles o on o.user_id = case
      when g.action in ('client.member_saved', 'client.member_ended', 'client.access_asked')
        then coalesce(g.details ->> 'member', g.details ->> 'client')::uuid
    end
    order by g.at desc, g.source desc, g.id desc;
end
$$;

-- Written before the first line of an export leaves; server/functions/log-export.ts asks for the lines after it.
create function public.note_log_export(filters jsonb) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform nutmeg.require_super();
  if pg_column_size(filters) > 4000 then
    raise exception 'The search is too long' using errcode = '54000', detail = 'search_too_long';
  end if;
  perform nutmeg.record_act('office.log_exported', null, filters);
end
$$;

grant execute on function public.office_log(uuid, text[], text, timestamptz, timestamptz, timestamptz, text, bigint, int),
  public.note_log_export(jsonb) to authenticated;

-- The office's log finds a document whose name has accents, like the search for people.

-- Whether a text matches a pattern that is folded already. Folding takes ten times as long as comparing, and most names
-- don't need it.
create function nutmeg.is_like(said text, pattern text) returns boolean
  language sql immutable parallel safe
  as $$
  select case
    when octet_length(said) = char_length(said) then said ilike pattern
    else public.folded(said) like pattern
  end
$$;
