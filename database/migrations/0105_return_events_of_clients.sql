alter policy "own returns, or staff: read" on public.tax_return_events using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[])
      and exists (select from public.tax_returns r where r.id = return_id and r.year <= nutmeg.my_last_year(r.user_id))
    or (select public.is_staff())
  );
