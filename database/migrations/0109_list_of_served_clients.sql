-- The list of clients leaves out those that the office doesn't serve (0108_unserved_clients).

-- As in 0078, without those that the office doesn't serve, unless all are asked for.
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
          select from public.tax_returns r where r.user_id = p.user_id and r.year = $2 and r.status = $3
        )'
    end,
    case when new_files_since is not null then 'p.user_id = any ($4)' end,
    -- People always see themselves.
    case when sees_all then
      case archived
        when true then 'p.user_id = any ($5)'
        -- Asked for each row in the order of the list: a join would sort all clients.
        when false then 'p.user_id <> all ($5)
          and (select u.client_id from nutmeg.unserved_clients u where u.client_id = p.user_id) is null'
      end
    end,
    case
      when preparer = 'none' then 'not exists (
        select from public.client_details d where d.client_id = p.user_id and d.preparer_id is not null
      )'
      when preparer is not null
        then 'exists (select from public.client_details d where d.client_id = p.user_id and d.preparer_id = $6)'
    end,
    case when tag is not null
      then 'exists (select from public.client_details d where d.client_id = p.user_id and d.tags @> array[$7])'
    end,
    -- With a status, the return that has it.
    case when waiting_days is not null then 'exists (
      select from public.tax_returns r
      where r.user_id = p.user_id and r.year = $2 and r.status not in (''e_filed'', ''accepted'') and r.updated_at <= $8'
        || case when return_status is not null then ' and r.status = $3' else '' end || ')'
    end
  )
$function$;

-- As in 0043, without those that the office doesn't serve.
CREATE OR REPLACE FUNCTION public.list_clients_count(term text DEFAULT ''::text, has_form boolean DEFAULT NULL::boolean, list_year integer DEFAULT NULL::integer, return_status text DEFAULT NULL::text, new_files_since timestamp with time zone DEFAULT NULL::timestamp with time zone, archived boolean DEFAULT false, preparer text DEFAULT NULL::text, tag text DEFAULT NULL::text, waiting_days integer DEFAULT NULL::integer, sort text DEFAULT '-created'::text)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
  sees_all constant boolean := nutmeg.sees_all_clients();
  of_year constant int := coalesce(list_year, nutmeg.office_year());
  is_plain constant boolean := sees_all and coalesce(term, '') = '' and new_files_since is null and not archived
    and waiting_days is null;
  of_details constant boolean := is_plain and has_form is null and return_status is null;
  of_papers constant boolean := is_plain and preparer is null and tag is null;
  everyone bigint;
  found bigint;
begin
  if of_details and (tag is null or preparer is null) or of_papers then
    everyone := (select count(*) from public.user_profiles)
      - (select count(*) from public.client_details d where d.archived_at is not null)
      - (select count(*) from nutmeg.unserved_clients);
  end if;
  if of_details and preparer is null and tag is null then
    return everyone;
  elsif of_details and preparer = 'none' and tag is null then
    return everyone - (select count(*) from public.client_details d where d.preparer_id is not null) + (
      select count(*) from public.client_details d where d.preparer_id is not null and d.archived_at is not null
    );
  elsif of_details and tag is null then
    return (
      select count(*) from public.client_details d
      where d.preparer_id = nutmeg.preparer_of(preparer) and d.archived_at is null
    );
  elsif of_details and preparer is null then
    return (select count(*) from public.client_details d where d.tags @> array[tag] and d.archived_at is null);
  elsif of_papers and return_status is null then
    found := (select count(*) from public.tax_forms f where f.year = of_year) - (
      select count(*) from public.client_details d join public.tax_forms f on f.user_id = d.client_id
      where d.archived_at is not null and f.year = of_year
    );
    return case when has_form then found else everyone - found end;
  elsif of_papers and has_form and return_status = 'none' then
    return (
      select count(*) from public.tax_forms f
      where f.year = of_year
        and not exists (
          select from public.tax_returns r where r.user_id = f.user_id and r.year = of_year
        )
        and not exists (
          select from public.client_details d where d.client_id = f.user_id and d.archived_at is not null
        )
    );
  elsif of_papers and has_form is null then
    found := (
      select count(*) from (
        select from public.tax_returns r
        where r.year = of_year and (return_status = 'none' or r.status = return_status)
          and not exists (
            select from public.client_details d where d.client_id = r.user_id and d.archived_at is not null
          )
        group by r.user_id
      ) as people
    );
    return case when return_status = 'none' then everyone - found else found end;
  end if;
  execute 'select count(*) from public.user_profiles p where ' || nutmeg.client_conditions(
      sees_all, term, has_form, return_status, new_files_since, archived, preparer, tag, waiting_days
    )
    into found
    using nutmeg.like_patterns(term), of_year, return_status,
      case when sees_all then nutmeg.senders_since(new_files_since) else nutmeg.own_files_since(new_files_since) end,
      case when sees_all then nutmeg.archived_clients() end, nutmeg.preparer_of(preparer), tag, now() - waiting_days * interval '1 day';
  return found;
end
$function$;
