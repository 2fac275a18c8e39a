-- Returns belong to a client. Members read them, and those who may sign approve them.

alter policy "own returns, or staff: read" on public.tax_returns using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );
