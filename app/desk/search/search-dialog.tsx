import { Trans, useLingui } from '@lingui/react/macro';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import {
  FileText,
  Fingerprint,
  type LucideIcon,
  Mail,
  MessagesSquare,
  NotebookPen,
  SquareArrowRight,
  UserRound,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { useNavigate } from 'react-router';
import { CONVERSATION_ID } from '#app/conversation/queries.ts';
import { factsSections, officeSections, officeUrl } from '#app/office/queries.ts';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useDebounced } from '#app/shared/forms/use-debounced.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { isFound } from '#domain/text/search.ts';
import { messageAddress } from '../inbox/inbox-params.ts';
import { clientSearch, tabSearch } from '../manage-params.ts';
import { sectionsFor } from '../sections.ts';

/** In the order in which the database finds them. A later release may know more. */
const kinds = {
  client: { title: msg`Clients`, icon: UserRound },
  document: { title: msg`Documents`, icon: FileText },
  note: { title: msg`Internal notes`, icon: NotebookPen },
  thread: { title: msg`Conversations`, icon: MessagesSquare },
  message: { title: msg`Messages`, icon: Mail },
} as const;
type FoundKind = keyof typeof kinds;
const otherKinds = ['document', 'note', 'thread', 'message'] as const;

const taxIdOf = {
  client: msg`Client`,
  spouse: msg`Spouse`,
  dependent: msg`Dependent`,
  business: msg`Business`,
};

/** The database refuses longer searches. */
const MAX_TERM = 200;

/** Four digits: a search that can be for the end of a tax ID. */
const isLast4 = (term: string): boolean => /^\d{4}$/.test(term);

interface Row {
  id: string;
  icon: LucideIcon;
  title: string;
  detail?: string;
  onOpen: () => void;
}

/** Finds clients, documents, notes, messages, and pages. Enter opens the first result, and the arrow keys lead to the others. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { role } = useSession();
  const [typed, setTyped] = useState('');
  const term = useDebounced(typed.trim());
  const {
    data: found = [],
    error,
    isFetching,
  } = useQuery({
    queryKey: ['search-everything', term] as const,
    // Four digits may be the end of an SSN: they stay out of the address, which others may record.
    queryFn: ({ signal }) => dataOf(rest.rpc('search_everything', { term }, { get: !isLast4(term) }), signal),
    enabled: term !== '',
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  // The server records a look, so it takes a press.
  const look = useMutation({
    mutationFn: (last4: string) => dataOf(rest.rpc('find_by_tax_id', { last4 })),
  });
  const looked = look.variables === term ? look : undefined;
  const place = useRef<HTMLDivElement>(null);
  const isEmpty = typed.trim() === '';
  const problem = error ?? looked?.error;
  const isWaiting = isFetching || term !== typed.trim();

  function open(to: string): void {
    onClose();
    void navigate(to);
  }

  const rowsOf = (wanted: FoundKind): Row[] =>
    (isEmpty ? [] : found)
      .filter(({ kind }) => kind === wanted)
      .map(({ id, client_id, client_name, title, folder }) => ({
        id,
        icon: kinds[wanted].icon,
        ...(wanted === 'client' ? { title: client_name, detail: title } : { title, detail: client_name }),
        onOpen: () => open(addressOf(wanted, id, client_id, folder)),
      }));
  const toLook: Row = {
    id: 'tax-id',
    icon: Fingerprint,
    title: t`Find clients by these four digits`,
    detail: t`This is recorded`,
    onOpen: () => look.mutate(term),
  };
  const byTaxId = looked?.data?.map(
    ({ client_id, name, email, whose }): Row => ({
      id: `tax-id-${client_id}`,
      icon: UserRound,
      title: name || email,
      detail: t(taxIdOf[whose as keyof typeof taxIdOf]),
      onOpen: () => open(addressOf('client', client_id, client_id, null)),
    }),
  );
  const clients = rowsOf('client');
  const pages = pagesFor(typed, role, t).map(
    ({ to, label }): Row => ({ id: to, icon: SquareArrowRight, title: label, onOpen: () => open(to) }),
  );
  const others = otherKinds.map((kind) => ({ title: t(kinds[kind].title), rows: rowsOf(kind) }));
  // What is searched most comes first: of "cal", Calloway comes before the calendar.
  const [first] = [...clients, ...pages, ...others.flatMap(({ rows }) => rows)];
  const sections = [
    { title: t(kinds.client.title), rows: clients },
    {
      title: t`SSN or other tax ID ends in ${{ last4: term }}`,
      rows: isLast4(term) ? (byTaxId ?? [toLook]) : [],
    },
    { title: t`Pages`, rows: pages },
    ...others,
  ];

  return (
    <Dialog isOpen onClose={onClose} title={t`Search everything`} width="wide">
      <div ref={place} className="flex flex-col gap-3">
        <SearchField
          autoFocus
          label={t`Search everything`}
          placeholder={t`A client, a document, a note, a message, or a page`}
          value={typed}
          onChange={(text) => setTyped(text.slice(0, MAX_TERM))}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown')
              place.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
            else event.continuePropagation();
          }}
          onSubmit={() => {
            if (isEmpty || isWaiting) return;
            if (first) first.onOpen();
            else if (isLast4(term)) look.mutate(term);
          }}
        />
        <Menu aria-label={t`Results`} className="max-h-[min(32rem,60dvh)] overflow-y-auto outline-none">
          {sections
            .filter(({ rows }) => rows.length > 0)
            .map(({ title, rows }) => (
              <MenuSection key={title} className="pb-2">
                <Header className="px-3 py-1 text-xs font-semibold text-muted">{title}</Header>
                {rows.map(({ id, icon: Icon, title, detail, onOpen }) => (
                  <MenuItem
                    key={id}
                    id={id}
                    textValue={title}
                    onAction={onOpen}
                    className="flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm outline-none data-focused:bg-action-soft lg:min-h-[36px]"
                  >
                    <Icon size={16} aria-hidden className="shrink-0 text-muted" />
                    <span className="min-w-0 flex-1 truncate">{title}</span>
                    {detail && <span className="max-w-[40%] shrink-0 truncate text-muted">{detail}</span>}
                  </MenuItem>
                ))}
              </MenuSection>
            ))}
        </Menu>
        <p role="status" className="text-sm text-muted empty:hidden">
          {!error && !isWaiting && !isEmpty && !first && !isLast4(term) && (
            <Trans>Nothing was found. Try a part of a name, at least three letters.</Trans>
          )}
          {looked?.data?.length === 0 && (
            <Trans>No client has a tax ID that ends in {{ digits: term }}.</Trans>
          )}
        </p>
        {problem && (
          <p role="alert" className="text-sm text-danger">
            {messageOf(problem, t)}
          </p>
        )}
      </div>
    </Dialog>
  );
}

/** The staff pages whose names contain the text; without one, the main pages. */
function pagesFor(term: string, role: string | undefined, t: Translate) {
  const main = sectionsFor(role).map(({ label, to }) => ({ label: t(label), to }));
  if (term.trim() === '') return main;
  const ofOffice = isSuperRole(role ?? '') ? [...officeSections, ...factsSections] : [];
  const further = ofOffice.map((section) => ({ label: t(section.label), to: officeUrl(section) }));
  return [...main, ...further].filter(({ label }) => isFound(label, term));
}

function addressOf(kind: FoundKind, id: string, clientId: string, folder: string | null): string {
  switch (kind) {
    case 'message':
      return messageAddress(id);
    case 'note':
      return `/manage${tabSearch(clientSearch('', clientId, ''), 'notes')}`;
    case 'thread':
      return `/manage${tabSearch(clientSearch('', clientId, ''), 'contact')}#${CONVERSATION_ID}`;
    default:
      return `/manage${clientSearch('', clientId, folder ?? '')}`;
  }
}
