alter table public.client_letters drop constraint client_letters_user_id_fkey,
  add constraint client_letters_user_id_fkey foreign key (user_id) references public.clients on delete cascade;
