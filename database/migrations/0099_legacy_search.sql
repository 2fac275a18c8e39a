-- The office's list of former clients, with the number of all in `find_legacy_emails_count`. As functions, because the
-- index for a search can't be used under the policies: `like` isn't leakproof.
create index legacy_emails_search_idx on public.legacy_emails using gin (email extensions.gin_trgm_ops);

create function public.find_legacy_emails(
  term text default '', page_limit bigint default null, page_offset bigint default 0
) returns setof public.legacy_emails
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return query
    select l.* from public.legacy_emails l
    where coalesce(term, '') = '' or l.email like nutmeg.pattern_of(lower(term))
    order by l.email limit page_limit offset page_offset;
end
$$;

create function public.find_legacy_emails_count(term text default '') returns bigint
  language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
  as $$
begin
  perform nutmeg.require_super();
  return (
    select count(*) from public.legacy_emails l
    where coalesce(term, '') = '' or l.email like nutmeg.pattern_of(lower(term))
  );
end
$$;

revoke execute on function public.find_legacy_emails(text, bigint, bigint), public.find_legacy_emails_count(text) from public;
grant execute on function public.find_legacy_emails(text, bigint, bigint), public.find_legacy_emails_count(text)
  to authenticated;
