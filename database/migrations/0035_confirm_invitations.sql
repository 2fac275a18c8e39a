-- An invitation is confirmed by those who manage the client, or by a super user: what other staff asked for, they
-- don't confirm themselves. They refuse or withdraw one like every member of the staff. The person of a client without a
-- login takes over its id.

-- Whether a login has nothing yet but the empty client that came with the sign-up, of which nothing would be lost.
create function nutmeg.is_blank_client(id uuid) returns boolean
  language plpgsql stable security definer set search_path = ''
  as $$
begin
  return not exists (select from public.file_uploads f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_forms f where f.user_id = is_blank_client.id)
    and not exists (select from public.tax_form_drafts d where d.user_id = is_blank_client.id)
    and not exists (select from public.tax_returns r where r.user_id = is_blank_client.id)
    and not exists (select from public.checklist_items i where i.user_id = is_blank_client.id)
    and not exists (select from public.client_notes n where n.user_id = is_blank_client.id)
    and not exists (select from public.client_letters l where l.user_id = is_blank_client.id)
    and not exists (select from public.thread_messages m where m.client_id = is_blank_client.id)
    and not exists (select from public.invoices v where v.client_id = is_blank_client.id)
    and not exists (select from public.ledger_transactions a where a.client_id = is_blank_client.id)
    and not exists (select from public.client_details d where d.client_id = is_blank_client.id)
    and not exists (
      select from public.client_merges m where is_blank_client.id in (m.source_id, m.target_id)
    )
    and not exists (
      select from nutmeg.client_invitations i where i.client_id = is_blank_client.id and i.closed_at is null
    )
    and not exists (select from public.trashed_documents d where d.owner_id = is_blank_client.id)
    and not exists (select from storage.uploads u where u.owner = is_blank_client.id)
    and not exists (
      select from storage.objects o
      where o.bucket_id = 'user-documents' and o.name >= is_blank_client.id || '/' and o.name < is_blank_client.id || '0'
    )
    and not exists (
      select from public.client_members m where m.client_id = is_blank_client.id and m.user_id <> is_blank_client.id
    );
end
$$;

-- Locks the invitation with its client and the person who accepted it, so that nothing is being saved or merged meanwhile.
create function nutmeg.lock_invitation(id uuid) returns nutmeg.client_invitations
  language plpgsql
  as $$
declare
  seen nutmeg.client_invitations;
  locked nutmeg.client_invitations;
begin
  loop
    select * into seen from nutmeg.client_invitations i where i.id = lock_invitation.id;
    if not found then
      raise exception 'No such invitation' using errcode = 'P0002';
    end if;
    perform nutmeg.lock_clients(seen.client_id, coalesce(seen.accepted_by, seen.client_id));
    perform from auth.users u where u.id in (seen.client_id, seen.accepted_by) order by u.id for update;
    select * into locked from nutmeg.client_invitations i where i.id = lock_invitation.id for update;
    -- Another confirmation may have moved the person's login while this one waited.
    exit when locked.accepted_by is not distinct from seen.accepted_by;
  end loop;
  return locked;
end
$$;

-- Ends an invitation: confirms the person who accepted it, or refuses or withdraws it. Returns the id of the member, or
-- null. A client's own person whose login is still empty takes over the client's id. No one confirms their own access.
create function public.close_client_invitation(invitation_id uuid, confirm boolean) returns uuid
  language plpgsql security definer set search_path = ''
  as $$
#variable_conflict use_variable
declare
  invitation nutmeg.client_invitations;
  member uuid;
begin
  if not exists (
    select from nutmeg.client_invitations i
    where i.id = invitation_id and i.accepted_by is distinct from auth.uid()
      and (public.is_super() or public.is_staff() and not confirm or nutmeg.manages_client(i.client_id))
  ) then
    raise exception 'Only the client or a super user can do this'
      using errcode = '42501', detail = 'only_client_or_super';
  end if;
  invitation := nutmeg.lock_invitation(invitation_id);
  if invitation.closed_at is not null then
    -- A repeated request.
    if invitation.confirmed = confirm then
      return case when confirm then invitation.accepted_by end;
    end if;
    raise exception 'This invitation is closed' using errcode = '23514', detail = 'invitation_closed';
  end if;
  if confirm then
    if invitation.accepted_by is null then
      raise exception 'No one has accepted this invitation yet' using errcode = '23514';
    end if;
    if exists (
      select from public.client_details d where d.client_id = invitation.client_id and d.archived_into is not null
    ) then
      raise exception 'This client was merged into another one' using errcode = '23514', detail = 'client_merged';
    end if;
    if exists (
      select from unnest(array[invitation.client_id, invitation.accepted_by]) as both_of (login_id)
      where not exists (
        select from public.user_profiles p where p.user_id = both_of.login_id and p.role = 'client'
      )
    ) then
      raise exception 'This person no longer has a client account'
        using errcode = '23514', detail = 'no_client_account';
    end if;
    member := invitation.accepted_by;
    if member = invitation.client_id then
      -- Their login is this client's already.
      null;
    elsif invitation.relation = 'self' and not nutmeg.has_login(invitation.client_id) and nutmeg.is_blank_client(member)
    then
      -- To the address that the client gave the office, too.
      perform nutmeg.write_about_access(invitation.client_id, 'access_given', member);
      perform nutmeg.move_login(member, invitation.client_id);
      update public.client_members m set granted_by = invitation.invited_by, granted_at = now()
      where m.client_id = invitation.client_id and m.user_id = invitation.client_id;
      perform nutmeg.record_act('client.login_connected', invitation.client_id, jsonb_build_object('login', member));
      member := invitation.client_id;
    else
      perform nutmeg.grant_access(
        invitation.client_id, member, invitation.relation, invitation.rights, invitation.last_year, invitation.ends_at,
        invitation.invited_by
      );
    end if;
    perform nutmeg.write_letter(p.email, 'invitation_confirmed', jsonb_build_object('first_name', p.first_name))
    from public.user_profiles p where p.user_id = member;
  end if;
  update nutmeg.client_invitations i set
    closed_at = now(), closed_by = auth.uid(), confirmed = confirm, accepted_by = coalesce(member, i.accepted_by)
  where i.id = invitation.id;
  perform nutmeg.record_act(
    case when confirm then 'client.invitation_confirmed' else 'client.invitation_closed' end, invitation.client_id,
    jsonb_build_object('invitation', invitation.id, 'member', member)
  );
  return member;
end
$$;

grant execute on function public.close_client_invitation(uuid, boolean) to authenticated;
