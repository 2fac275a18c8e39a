-- The role reception (0094_reception): how far someone has read a conversation.
alter policy "own thread, or staff: read" on public.thread_reads using (
  client_id = any ((select auth.my_clients('see'))::uuid[]) or (select public.is_office())
);
