-- An answer in the conversation also answers what the client wrote through the contact form, so that two of the staff don't
-- answer it twice: the inbox shows it as a reply, without a mail (0097 writes them).

alter table public.contact_replies
  -- Null: it was written in the conversation.
  alter column mail_id drop not null,
  drop constraint contact_replies_body_check,
  -- A message may have files only.
  add constraint contact_replies_body_check check (char_length(body) <= 10000 and (body ~ '\S' or mail_id is null));

create or replace trigger contact_replies_joined after insert on public.contact_replies
  for each row when (new.author_id is not null and new.mail_id is not null) execute function nutmeg.join_form_reply();
