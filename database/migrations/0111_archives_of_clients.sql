alter table public.archives drop constraint archives_owner_id_fkey,
  add constraint archives_owner_id_fkey foreign key (owner_id) references public.clients on delete cascade;
