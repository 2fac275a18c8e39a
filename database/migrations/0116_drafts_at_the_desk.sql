-- The draft of a form that staff fill in for a client without a login.

alter policy "own draft: all" on public.tax_form_drafts
  using (
    user_id = any ((select auth.my_clients('answer'))::uuid[])
    or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
  )
  with check (
    (
      user_id = any ((select auth.my_clients('answer'))::uuid[])
      or (select public.is_staff()) and nutmeg.is_at_desk(user_id)
    )
    and year = (select nutmeg.office_year())
  );
