-- The language of the page that a message to the office was written on, for the reply. Null: the app didn't tell.

alter table public.contact_submissions add column language text check (nutmeg.is_language(language));
grant insert (language) on public.contact_submissions to anon, authenticated;
