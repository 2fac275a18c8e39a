-- The role reception (0094_reception): what clients and the office write to each other.
alter policy "own thread, or staff: read" on public.thread_messages using (
  not staff_only and (
    client_id = any ((select auth.my_clients('see'))::uuid[])
    or client_id = any ((select nutmeg.my_past_clients())::uuid[]) and year <= nutmeg.my_last_year(client_id)
  )
  or (select public.is_office())
);
