alter table public.trashed_documents drop constraint trashed_documents_owner_id_fkey,
  add constraint trashed_documents_owner_id_fkey foreign key (owner_id) references public.clients on delete cascade;
