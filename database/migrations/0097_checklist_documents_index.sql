create index checklist_documents_user_id_idx on public.checklist_documents (user_id);
