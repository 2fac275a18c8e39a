-- What staff note about a client, for each other. Clients never see them, nor that there are any.

create table public.client_notes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.user_profiles (user_id) on delete cascade,
  author_id uuid not null default auth.uid(),
  -- As the author was called then; the note outlives the account.
  author_name text not null default '',
  body text not null check (char_length(body) between 1 and 5000 and btrim(body) <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index client_notes_user_id_idx on public.client_notes (user_id, created_at desc);
create trigger client_notes_touched before update on public.client_notes
  for each row execute function public.touch_updated_at();

create function nutmeg.sign_note() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
begin
  new.author_id := coalesce(auth.uid(), new.author_id);
  new.author_name := coalesce((
    select nullif(btrim(concat_ws(' ', p.first_name, p.last_name)), '')
    from public.user_profiles p where p.user_id = new.author_id
  ), '');
  return new;
end
$$;
create trigger client_notes_signed before insert on public.client_notes
  for each row execute function nutmeg.sign_note();

alter table public.client_notes enable row level security;
grant select, delete on public.client_notes to authenticated;
grant insert (user_id, body), update (body) on public.client_notes to authenticated;
grant select on public.client_notes to service_role;
create policy "staff: read" on public.client_notes for select to authenticated using ((select public.is_staff()));
create policy "staff: write" on public.client_notes for insert to authenticated
  with check ((select public.is_staff()) and author_id = (select auth.uid()));
create policy "staff: mend the own" on public.client_notes for update to authenticated
  using ((select public.is_staff()) and author_id = (select auth.uid()))
  with check ((select public.is_staff()) and author_id = (select auth.uid()));
create policy "staff: delete the own" on public.client_notes for delete to authenticated
  using ((select public.is_staff()) and author_id = (select auth.uid()));
create policy "service_role: read" on public.client_notes for select to service_role using (true);
