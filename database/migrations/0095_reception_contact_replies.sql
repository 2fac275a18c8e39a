-- The role reception (0094_reception): replies to messages from the contact page.
alter policy "staff: read" on public.contact_replies using ((select public.is_office()));
