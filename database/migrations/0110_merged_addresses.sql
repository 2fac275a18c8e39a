-- A merge gives the email of a client without a login to a target that has none.

-- More columns need another function.
drop function nutmeg.profile_to_merge(uuid, uuid);

-- As in 0085, with the email. It moves, so that a search by address finds one profile. That of a login stays with it: its
-- person becomes a member of the target, who gets the letters.
-- A language was chosen by a person who logs in, or by staff, if it isn't the one that every client begins with.
-- A consent moves only with its number, and only if the person didn't end it for the target later. That of a login stays
-- with it, so that no one agrees for another person.
CREATE FUNCTION nutmeg.profile_to_merge(source uuid, target uuid)
 RETURNS TABLE(phone text, email text, language text, consent_id uuid, number text)
 LANGUAGE sql
 STABLE
AS $function$
  select k.phone, k.email, k.language, c.id, c.number
  from public.user_profiles s
  join public.user_profiles t on t.user_id = target
  cross join lateral (
    select
      case when btrim(t.phone) = '' and btrim(s.phone) <> '' then s.phone end as phone,
      case when t.email = '' and s.email <> '' and not nutmeg.has_login(profile_to_merge.source) then s.email end as email,
      case when t.language = 'en' and s.language <> 'en' and not nutmeg.has_login(target) then s.language end as language
  ) k
  left join nutmeg.text_consents c on c.user_id = profile_to_merge.source and c.ended_at is null
    and c.number = nutmeg.text_number(s.phone) and c.number = nutmeg.text_number(coalesce(k.phone, t.phone))
    and not nutmeg.has_login(profile_to_merge.source)
    and not exists (
      select from nutmeg.text_consents o
      where o.user_id = target and o.number = c.number and (o.ended_at is null or o.ended_at > c.given_at)
    )
  where s.user_id = profile_to_merge.source and s.user_id <> target
$function$;

-- As in 0085, with the email.
CREATE OR REPLACE FUNCTION nutmeg.move_profile_of_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
  taken record;
begin
  select * into taken from nutmeg.profile_to_merge(new.source_id, new.target_id);
  if num_nonnulls(taken.phone, taken.email, taken.language) > 0 then
    insert into nutmeg.merged_rows (merge_id, kind, row_id, before, after)
    select new.id, 'profile', new.target_id,
      jsonb_build_object('phone', p.phone, 'email', p.email, 'language', p.language),
      jsonb_strip_nulls(jsonb_build_object('phone', taken.phone, 'email', taken.email, 'language', taken.language))
    from public.user_profiles p where p.user_id = new.target_id;
    update public.user_profiles p set
      phone = coalesce(taken.phone, p.phone), email = coalesce(taken.email, p.email),
      language = coalesce(taken.language, p.language)
    where p.user_id = new.target_id;
    update public.user_profiles p set email = '' where p.user_id = new.source_id and taken.email is not null;
  end if;
  if taken.consent_id is not null then
    -- One for a number that the target no longer has.
    update nutmeg.text_consents c set ended_at = now(), ended_by = auth.uid()
    where c.user_id = new.target_id and c.ended_at is null;
    -- It moves, so that who ends it ends the only one.
    update nutmeg.text_consents c set user_id = new.target_id where c.id = taken.consent_id;
    insert into nutmeg.merged_rows (merge_id, kind, row_id) values (new.id, 'text_consent', taken.consent_id);
  end if;
  -- For the first screen after a login. my_clients decides.
  update auth.users u set raw_app_meta_data = coalesce(u.raw_app_meta_data, '{}') || '{"merged": true}'
  where u.id = new.source_id and u.email is not null;
  return null;
end
$function$;

-- As in 0085, with the email. What was changed since stays. With a login that the target got since, email and language are those
-- of its person.
CREATE OR REPLACE FUNCTION nutmeg.return_profile_of_merge()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
  update public.user_profiles p set
    phone = case when p.phone = r.after ->> 'phone' then r.before ->> 'phone' else p.phone end,
    email = case when p.email = r.after ->> 'email' and not nutmeg.has_login(p.user_id)
      then r.before ->> 'email' else p.email end,
    language = case when p.language = r.after ->> 'language' and not nutmeg.has_login(p.user_id)
      then r.before ->> 'language' else p.language end
  from nutmeg.merged_rows r
  where r.merge_id = new.id and r.kind = 'profile' and p.user_id = new.target_id;
  update public.user_profiles p set email = r.after ->> 'email'
  from nutmeg.merged_rows r
  where r.merge_id = new.id and r.kind = 'profile' and r.after ? 'email' and p.user_id = new.source_id and p.email = '';
  -- One that the person ended stays ended, and one that the source has given since counts.
  update nutmeg.text_consents c set
    user_id = new.source_id,
    ended_at = case when exists (
      select from nutmeg.text_consents o where o.user_id = new.source_id and o.ended_at is null
    ) then coalesce(c.ended_at, now()) else c.ended_at end
  from nutmeg.merged_rows r
  where r.merge_id = new.id and r.kind = 'text_consent' and c.id = r.row_id and c.user_id = new.target_id;
  update auth.users u set raw_app_meta_data = u.raw_app_meta_data - 'merged' where u.id = new.source_id;
  return null;
end
$function$;

-- As in 0085, with the email.
CREATE OR REPLACE FUNCTION nutmeg.details_to_merge(source uuid, target uuid)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
AS $function$
  select jsonb_strip_nulls(jsonb_build_object(
    'phone', p.phone, 'email', p.email, 'language', p.language, 'texts_to', p.number,
    'addresses', case when s.addresses <> '[]' and coalesce(t.addresses, '[]') = '[]' then true end,
    'contacts', case when exists (
      select jsonb_array_elements(s.contacts) except select jsonb_array_elements(t.contacts)
    ) then true end,
    'tags', case when exists (select unnest(s.tags) except select unnest(t.tags)) then true end,
    'preparer', case when t.preparer_id is null then nutmeg.staff_name(nutmeg.if_staff(s.preparer_id)) end,
    'reviewer', case when t.reviewer_id is null then nutmeg.staff_name(nutmeg.if_staff(s.reviewer_id)) end,
    'client_since', case when t.client_since is null then s.client_since end,
    -- A whole number is listed among what moves.
    'tax_id_last4', case when t.tax_id_last4 is null and not exists (
      select from nutmeg.tax_numbers_to_merge(source, target)
    ) then s.tax_id_last4 end
  ))
  from (select source as client_id) k
  left join nutmeg.profile_to_merge(source, target) p on true
  left join public.client_details s on s.client_id = source and source <> target
  left join public.client_details t on t.client_id = target
$function$;
