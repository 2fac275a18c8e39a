alter table public.client_notes drop constraint client_notes_user_id_fkey,
  add constraint client_notes_user_id_fkey foreign key (user_id) references public.clients on delete cascade;
