-- The list of clients leaves out those that the office doesn't serve (0108_unserved_clients).

-- As in 0106, without those that the office doesn't serve, unless all are asked for, or someone is searched for.
CREATE OR REPLACE FUNCTION nutmeg.client_conditions(sees_all boolean, term text, has_form boolean, return_status text, new_files_since timestamp with time zone, archived boolean, preparer text, tag text, waiting_days integer)
 RETURNS text
 LANGUAGE sql
 STABLE
AS $function$
  select concat_ws(' and ',
    case when sees_all then 'true' else 'p.user_id = auth.uid() and not nutmeg.mfa_pending()' end,
    case
      when cardinality(nutmeg.search_words(term)) = 0 then null
      when sees_all then 'p.user_id in (
        select s.client_id from nutmeg.client_search s where s.search like $1[1] and s.search like all ($1)
      )'
      else 'p.search like $1[1] and p.search like all ($1)'
    end,
    case has_form
      when true then 'exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
      when false then 'not exists (select from public.tax_forms f where f.user_id = p.user_id and f.year = $2)'
    end,
    case
      when return_status = 'none'
        then 'not exists (select from public.tax_returns r where r.user_id = p.user_id and r.year = $2)'
      when return_status is not null
        then 'exists (
          select from public.tax_returns r where r.user_id = p.user_id and r.year = $2 and r.status = $3'
          || chosen.returns || ')'
    end,
    case when new_files_since is not null then 'p.user_id = any ($4)' end,
    -- People always see themselves.
    case when sees_all then
      case archived
        when true then 'p.user_id = any ($5)'
        -- A search finds them. Asked for each row in the order of the list: a join would sort all clients.
        when false then 'p.user_id <> all ($5)' || case when cardinality(nutmeg.search_words(term)) = 0
          then ' and (select u.client_id from nutmeg.unserved_clients u where u.client_id = p.user_id) is null'
          else '' end
      end
    end,
    case
      when preparer = 'none' then 'not exists (
        select from public.client_details d where d.client_id = p.user_id and d.preparer_id is not null
      )' || case when chosen.by_return then ''
        else ' and p.user_id not in (select o.user_id from nutmeg.returns_of_some($2) o)' end
      when preparer is not null then 'p.user_id = any ($6)'
    end,
    case when tag is not null
      then 'exists (select from public.client_details d where d.client_id = p.user_id and d.tags @> array[$7])'
    end,
    -- With a status, the return that has it.
    case when waiting_days is not null then 'exists (
      select from public.tax_returns r
      where r.user_id = p.user_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'') and r.updated_at <= $8'
        || case when return_status is not null then ' and r.status = $3' else '' end || chosen.returns || ')'
    end
  )
  -- The preparer of the return that the other filters ask for; without those, of the client or of any return of the year.
  from (
    select
      case
        when preparer = 'none'
          then ' and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_some($2) o)'
        when preparer is not null then format(
          ' and (r.user_id, r.kind) not in (select o.user_id, o.kind from nutmeg.returns_of_others(%L, $2) o)',
          nutmeg.preparer_of(preparer)
        )
        else ''
      end as returns,
      coalesce(return_status <> 'none', false) or waiting_days is not null as by_return
  ) as chosen
$function$;

-- As in 0102, without those that the office doesn't serve.
CREATE OR REPLACE FUNCTION nutmeg.count_clients()
 RETURNS bigint
 LANGUAGE sql
 STABLE
AS $function$
  select (select count(*) from public.user_profiles)
    - (select count(*) from public.client_details d where d.archived_at is not null)
    - (select count(*) from nutmeg.unserved_clients)
$function$;
