-- The language of the person who is invited to the staff: of the mail, of its page, and of their account.

alter table nutmeg.invitations
  add column language text not null default 'en' check (nutmeg.is_language(language));
