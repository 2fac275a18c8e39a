alter policy "record of own files, or staff: read" on public.document_events using (
    owner_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_staff())
  );
