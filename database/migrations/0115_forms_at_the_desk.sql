-- Staff fill in the form of a client that has no one who can log in and do it, with the client at the desk.

-- Whether a person with a login has this right for the client today.
create function nutmeg.has_member(client_id uuid, needed text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select exists (
    select from public.client_members m join auth.users u on u.id = m.user_id
    where m.client_id = has_member.client_id and has_member.needed = any (m.rights) and m.last_year is null
      and (m.ends_at is null or m.ends_at > now()) and u.email is not null
  )
$$;
revoke execute on function nutmeg.has_member(uuid, text) from public;

-- A draft is private to those who answer (0020), even from the office.
create function nutmeg.is_at_desk(client_id uuid) returns boolean
  language sql stable security definer set search_path = ''
  as $$ select public.is_staff() and not nutmeg.has_member(client_id, 'answer') $$;
grant execute on function nutmeg.is_at_desk(uuid) to authenticated;

alter policy "own form of this year: submit" on public.tax_forms with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );
alter policy "own form of this year: submit again" on public.tax_forms
  using (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  )
  with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year()) and nutmeg.form_is_open(user_id, year)
  );
