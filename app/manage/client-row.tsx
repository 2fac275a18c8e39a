import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { business } from '#app/business.ts';
import type { Profile } from '#app/client/profile.ts';
import { rememberedFolder } from '#app/files/folder-memory.ts';
import { classNames } from '#app/ui/class-names.ts';
import { VisuallyHidden } from '#app/ui/visually-hidden.tsx';
import { displayName } from '#domain/file-display.ts';
import { showPhone } from '#domain/phone.ts';
import { clientRowId } from './client-focus.ts';
import { clientQuery } from './clients-query.ts';
import { RoleBadge } from './role-badge.tsx';

export const rowColumns =
  'px-4 lg:grid lg:grid-cols-[minmax(10rem,1.2fr)_minmax(12rem,1.6fr)_8rem_5.5rem_7.5rem] lg:gap-4';

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: business.timeZone });

export interface ClientRowProps {
  client: Profile;
  index: number;
  /** The one row that the Tab key stops at. */
  isStop: boolean;
  onFocus: (index: number) => void;
}

/** One line on wide screens, a small card on a phone; the whole of it leads to the client's files. */
export function ClientRow({ client, index, isStop, onFocus }: ClientRowProps) {
  const queryClient = useQueryClient();
  const [parameters] = useSearchParams();
  const { user_id, email, phone, role, created_at } = client;
  return (
    <div className={classNames(rowColumns, 'flex h-full flex-col justify-center lg:items-center')}>
      <span className="flex min-w-0 items-center justify-between gap-3">
        <Link
          id={clientRowId(index)}
          to={{ search: clientSearch(parameters, user_id) }}
          tabIndex={isStop ? 0 : -1}
          onFocus={() => onFocus(index)}
          // What the row knows is what the next screen begins with.
          onClick={() => queryClient.setQueryData(clientQuery(user_id).queryKey, client)}
          className="truncate font-semibold text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-focus"
        >
          {displayName(client)}
        </Link>
        <span className="lg:hidden">
          <RoleBadge role={role} />
        </span>
      </span>
      <span className="truncate">{email}</span>
      <span className="flex justify-between gap-4 text-muted lg:contents">
        <span className="figures">{showPhone(phone)}</span>
        <span className="max-lg:hidden">
          <RoleBadge role={role} />
        </span>
        <span className="figures">
          <VisuallyHidden>Created </VisuallyHidden>
          {days.format(new Date(created_at))}
        </span>
      </span>
    </div>
  );
}

/** The address of a client's files, in the folder where they were last open in this tab. */
function clientSearch(current: URLSearchParams, userId: string): string {
  const next = new URLSearchParams(current);
  next.set('client', userId);
  const folder = rememberedFolder(userId);
  if (folder !== '') next.set('folder', folder);
  return `?${next}`;
}
