-- The role reception (0094_reception): a super user invites to it.
alter table nutmeg.invitations
  drop constraint invitations_role_check,
  add constraint invitations_role_check check (role in ('reception', 'admin', 'super'));
