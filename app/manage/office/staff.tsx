import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#app/client/error-wording.ts';
import type { Profile } from '#app/client/profile.ts';
import { useSession } from '#app/client/session.tsx';
import { Banner } from '#app/ui/banner.tsx';
import { Button } from '#app/ui/button.tsx';
import { ConfirmDialog } from '#app/ui/confirm-dialog.tsx';
import { Menu } from '#app/ui/menu.tsx';
import { SearchField } from '#app/ui/search-field.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { notify } from '#app/ui/toast-queue.ts';
import { displayName } from '#domain/file-display.ts';
import { type Role, roles } from '#domain/roles.ts';
import { NothingHere, Panel } from '../case/panel.tsx';
import { RoleBadge } from '../role-badge.tsx';
import { roleMeanings } from './role-words.ts';
import { candidatesQuery, staffQuery, useRoleChange } from './staff-query.ts';
import { useRested } from './use-rested.ts';

interface Wish {
  person: Profile;
  role: Role;
}

/** Who works here and as what; and anybody else who shall. */
export function Staff() {
  const { data: staff, error } = useQuery(staffQuery());
  const [wish, setWish] = useState<Wish | null>(null);
  const [typed, setTyped] = useState('');
  const term = useRested(typed.trim());
  return (
    <Panel id="office-staff" title="Staff" level={2}>
      {error && <Banner kind="danger">Failed to load users: {messageOf(error)}</Banner>}
      {!staff && !error && <Skeleton className="h-20" />}
      {staff && <People label="Staff" people={staff} onWish={setWish} />}
      <div className="flex flex-col gap-2 border-t border-line pt-3">
        <p className="text-sm">
          Somebody joins the office? They sign up as everybody does; then find them here and change their
          role.
        </p>
        <SearchField
          label="Search a person to make staff"
          placeholder="Search by name or email..."
          value={typed}
          onChange={setTyped}
          className="lg:max-w-md"
        />
        {term !== '' && <Candidates term={term} onWish={setWish} />}
      </div>
      {wish && <RoleQuestion wish={wish} onClose={() => setWish(null)} />}
    </Panel>
  );
}

function Candidates({ term, onWish }: { term: string; onWish: (wish: Wish) => void }) {
  const { data: found, error } = useQuery(candidatesQuery(term));
  if (error) return <Banner kind="danger">Failed to load users: {messageOf(error)}</Banner>;
  if (!found) return <Skeleton className="h-10" />;
  return (
    <div role="status">
      {found.length === 0 ? (
        <NothingHere>No users found matching your search.</NothingHere>
      ) : (
        <People label="People found" people={found} onWish={onWish} />
      )}
    </div>
  );
}

interface PeopleProps {
  label: string;
  people: readonly Profile[];
  onWish: (wish: Wish) => void;
}

function People({ label, people, onWish }: PeopleProps) {
  const { user } = useSession();
  return (
    <ul aria-label={label} className="divide-y divide-line text-sm">
      {people.map((person) => (
        <li key={person.user_id} className="flex items-center justify-between gap-3 py-1.5">
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="font-semibold break-words">{displayName(person)}</span>
              {person.user_id === user?.id && <span className="text-muted">(you)</span>}
              <RoleBadge role={person.role} />
            </span>
            <span className="block break-all text-muted">{person.email}</span>
          </span>
          <Menu
            label={`Role of ${displayName(person)}`}
            trigger={
              <Button
                variant="quiet"
                size="small"
                aria-label={`Change role of ${displayName(person)}`}
                icon={<ChevronDown size={16} aria-hidden />}
                className="shrink-0"
              >
                Change role
              </Button>
            }
            actions={roles
              .filter((role) => role !== person.role)
              .map((role) => ({
                id: role,
                label: `Make ${role}`,
                onAction: () => onWish({ person, role }),
              }))}
          />
        </li>
      ))}
    </ul>
  );
}

function RoleQuestion({ wish: { person, role }, onClose }: { wish: Wish; onClose: () => void }) {
  const { mutate, isPending, error } = useRoleChange();
  const name = displayName(person);
  function change() {
    mutate(
      { userId: person.user_id, role },
      {
        onSuccess: () => {
          notify('success', `${name} is ${role} now`);
          onClose();
        },
      },
    );
  }
  return (
    <ConfirmDialog
      isOpen
      title={`Make ${name} ${role}?`}
      confirmLabel={`Make ${role}`}
      danger={role === 'client'}
      busy={isPending}
      onConfirm={change}
      onCancel={onClose}
    >
      <p className="break-words">
        {name} ({person.email}) is {person.role} today. {roleMeanings[role]} It takes effect at once.
      </p>
      {error && (
        <Banner kind="danger" announce className="mt-3 text-ink">
          {messageOf(error)}
        </Banner>
      )}
    </ConfirmDialog>
  );
}
