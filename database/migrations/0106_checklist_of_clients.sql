-- The checklist belongs to a client. Members read it, and those who may answer work on it.

alter policy "own list, or staff: read" on public.checklist_items using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );
