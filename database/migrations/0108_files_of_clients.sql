-- Files belong to a client: the first folder of a key is its id.

alter policy "own files, or staff: read" on public.file_uploads using (
    user_id = any ((select auth.my_clients('see'))::uuid[])
    or user_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(user_id)
    or (select public.is_staff())
  );
