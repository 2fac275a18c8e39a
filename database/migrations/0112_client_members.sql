-- Who belongs to a client is written by staff. A member may leave; who manages a client ends the access of its helpers.

create function public.save_client_member(
  client_id uuid, member_id uuid, relation text, rights text[], last_year int default null, ends_at timestamptz default null
) returns public.client_members
  language plpgsql security definer set search_path = ''
  as $$
declare
  saved public.client_members;
begin
  perform nutmeg.require_staff();
  if client_id = member_id then
    raise exception 'A person always belongs to their own client' using errcode = '23514';
  end if;
  -- Without the lock, two requests at once could both take the last free place.
  perform from public.clients c where c.id = save_client_member.client_id for update;
  if not found then
    raise exception 'No such client' using errcode = 'P0002';
  end if;
  perform nutmeg.refuse_merged(save_client_member.client_id);
  perform from auth.users u where u.id = member_id for no key update;
  if not found then
    raise exception 'No such person' using errcode = 'P0002';
  end if;
  insert into public.client_members as m (client_id, user_id, relation, rights, last_year, ends_at)
  values (
    save_client_member.client_id, member_id, save_client_member.relation, save_client_member.rights,
    save_client_member.last_year, save_client_member.ends_at
  )
  on conflict on constraint client_members_pkey do update set
    relation = excluded.relation, rights = excluded.rights, last_year = excluded.last_year, ends_at = excluded.ends_at
  returning * into saved;
  if (select count(*) from public.client_members m where m.client_id = saved.client_id) > 40 then
    raise exception 'A client has at most 40 members' using errcode = '23514';
  end if;
  if (select count(*) from public.client_members m where m.user_id = saved.user_id) > 200 then
    raise exception 'A person belongs to at most 200 clients' using errcode = '23514';
  end if;
  perform nutmeg.record_act('client.member_saved', saved.client_id, jsonb_build_object(
    'member', saved.user_id, 'relation', saved.relation, 'rights', to_jsonb(saved.rights), 'last_year', saved.last_year,
    'ends_at', saved.ends_at
  ));
  return saved;
end
$$;

-- From the next request on. The row stays, so that it is known who had access.
create function public.end_client_member(client_id uuid, member_id uuid) returns public.client_members
  language plpgsql security definer set search_path = ''
  as $$
declare
  ended public.client_members;
begin
  if nutmeg.owes_second_step() then
    raise exception 'Please sign in' using errcode = '42501';
  end if;
  select * into ended from public.client_members m
  where m.client_id = end_client_member.client_id and m.user_id = member_id
    and (
      public.is_staff() or m.user_id = auth.uid()
      or m.relation = 'helper' and m.client_id = any (auth.my_clients('manage'))
    )
  for update;
  if not found then
    raise exception 'No such member' using errcode = '42501';
  end if;
  if ended.client_id = ended.user_id then
    raise exception 'A person always belongs to their own client' using errcode = '23514';
  end if;
  if ended.ends_at <= now() then
    return ended;
  end if;
  update public.client_members m set ends_at = now()
  where m.client_id = ended.client_id and m.user_id = ended.user_id returning * into ended;
  perform nutmeg.record_act('client.member_ended', ended.client_id, jsonb_build_object('member', ended.user_id));
  return ended;
end
$$;
grant execute on function public.save_client_member(uuid, uuid, text, text[], int, timestamptz),
  public.end_client_member(uuid, uuid) to authenticated;
