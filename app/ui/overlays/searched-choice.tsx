import { type ReactNode, useRef, useState } from 'react';
import { isFound } from '#domain/text/search.ts';
import { Button } from '../actions/button.tsx';
import { OptionList } from '../fields/option-list.tsx';
import { SearchField } from '../fields/search-field.tsx';
import { Dialog } from './dialog.tsx';
import type { Choice } from './menu.tsx';

export interface SearchedChoiceProps {
  /** The text of the button that opens the list. */
  button: string;
  icon: ReactNode;
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange: (id: string) => void;
  /** The name of the search field. */
  search: string;
  /** Shown when the search finds nothing. */
  nothing: string;
}

/** A list for one of many, which a search makes shorter. In a dialog: a phone shows few rows above its keyboard. */
export function SearchedChoice({ button, icon, ...list }: SearchedChoiceProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        variant="secondary"
        icon={icon}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      >
        {button}
      </Button>
      <Dialog isOpen={isOpen} onClose={close} title={button}>
        <Choices {...list} close={close} />
      </Dialog>
    </>
  );
}

type ChoicesProps = Omit<SearchedChoiceProps, 'button' | 'icon'> & { close: () => void };

function Choices({ label, choices, value, search, nothing, onChange, close }: ChoicesProps) {
  const [term, setTerm] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const found = choices.filter((choice) => isFound(choice.label, term));
  const choose = (id: string) => {
    close();
    onChange(id);
  };
  return (
    <div ref={place} className="flex flex-col gap-3">
      <SearchField
        autoFocus
        label={search}
        placeholder={search}
        value={term}
        onChange={setTerm}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') place.current?.querySelector<HTMLElement>('[role=option]')?.focus();
          else event.continuePropagation();
        }}
        onSubmit={() => {
          const [only, ...others] = found;
          if (only && others.length === 0) choose(only.id);
        }}
      />
      {found.length > 0 && <OptionList label={label} options={found} value={value} onChange={choose} />}
      <p role="status" className="text-muted empty:hidden">
        {found.length === 0 && nothing}
      </p>
    </div>
  );
}
