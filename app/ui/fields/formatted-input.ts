import { digitMeant, type Typed } from '#domain/text/digit-groups.ts';
import { createEditHistory, type EditKind, type EditState } from './edit-history.ts';

export interface InputPlan {
  /** The app's value. The input may display it differently. */
  value: string;
  isMasked: boolean;
  format: ((typed: Typed) => Typed) | undefined;
  /** `raw`: what must stay in the input while a keyboard composes or text is dragged; otherwise null. */
  onEdit: (value: string, raw: string | null) => void;
}

interface Pending {
  before: EditState;
  kind: EditKind;
  inputType: string;
}

/**
 * Makes a formatted input work as well as a plain one. Formats the whole text after any edit: keys, paste, drop,
 * IME, or a password manager.
 */
export class FormattedInput {
  plan: InputPlan | null = null;
  #element: HTMLInputElement | null = null;
  #history = createEditHistory();
  /** The state before the current edit. */
  #pending: Pending | null = null;
  #isComposing = false;
  #isDragging = false;
  /** The field was focused before this script loaded. React reports that late, when text may already be typed. */
  #wasEnteredEarly = false;
  /** The selection when the window lost focus. Null once the field itself loses focus. */
  #selected: EditState | null = null;

  /** @returns a function that detaches it from the element. */
  attach(element: HTMLInputElement): () => void {
    this.#element = element;
    this.#wasEnteredEarly = document.activeElement === element;
    const listening = new AbortController();
    const on = <K extends keyof HTMLElementEventMap>(
      type: K,
      listener: (event: HTMLElementEventMap[K]) => void,
    ) => element.addEventListener(type, listener, { signal: listening.signal });
    // React has no beforeinput event with these details, and React Aria fields don't pass the others on.
    on('beforeinput', (event) => this.#beforeInput(event));
    on('input', (event) => this.#input(event));
    on('keydown', (event) => this.#keyDown(event));
    on('mousedown', (event) => this.#mouseDown(event));
    on('drop', (event) => this.#drop(event));
    on('compositionstart', () => {
      this.#isComposing = true;
    });
    on('compositionend', () => {
      this.#isComposing = false;
      this.edited();
    });
    on('dragstart', () => {
      this.#isDragging = true;
    });
    on('dragend', () => {
      this.#isDragging = false;
      if (this.#pending) this.edited();
    });
    return () => {
      listening.abort();
      this.#element = null;
    };
  }

  /** The input's text has changed. */
  edited(): void {
    const { plan } = this;
    const element = this.#element;
    if (!plan || !element) return;
    const raw = stateOf(element);
    if (this.#isComposing || this.#isDragging) {
      plan.onEdit(plan.format?.({ text: raw.text, cursor: raw.end }).text ?? raw.text, raw.text);
      return;
    }
    // Set by a script, because no event came first.
    const whole = { text: plan.value, start: 0, end: plan.value.length };
    const { before, kind } = this.#pending ?? { before: whole, kind: 'whole' };
    this.#pending = null;
    const after = plan.format ? formatted(plan.format, before, raw, kind) : raw;
    if (before.text !== after.text) this.#history.record({ before, after }, kind);
    this.#show(after);
    plan.onEdit(after.text, null);
  }

  /** The field was focused. Selects all, so that typing replaces it. */
  entered(): void {
    const element = this.#element;
    if (!this.plan || !element || this.#wasEnteredEarly) return;
    // Now, not at the next render: writing the value later would lose the selection.
    if (element.value !== this.plan.value) element.value = this.plan.value;
    if (this.#selected?.text === element.value) this.#show(this.#selected);
    else element.select();
    this.#selected = null;
  }

  left(): void {
    const element = this.#element;
    if (!element) return;
    this.#wasEnteredEarly = false;
    this.#history.close();
    // The field stays active behind another window, so people who copy a number from there continue where they
    // were.
    this.#selected = document.activeElement === element ? stateOf(element) : null;
  }

  #beforeInput(event: InputEvent): void {
    if (event.inputType === 'historyUndo' || event.inputType === 'historyRedo') {
      event.preventDefault();
      this.#replay(event.inputType === 'historyUndo' ? 'undo' : 'redo');
      return;
    }
    // A composition, or a drag from one place to another, is many edits but one step.
    const isHeld = this.#isComposing || this.#isDragging;
    if (!this.#element || (isHeld && this.#pending)) return;
    this.#pending = { before: stateOf(this.#element), kind: kindOf(event), inputType: event.inputType };
  }

  /**
   * An edit that changes nothing, such as Delete at the end, is announced but never made. What comes next is another
   * edit: a password manager's, for example, which announces nothing.
   */
  #input(event: Event): void {
    if (this.#isComposing || this.#isDragging) return;
    const inputType = event instanceof InputEvent ? event.inputType : '';
    if (this.#pending?.inputType !== inputType) this.#pending = null;
  }

  #keyDown(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    if (/^(arrow|home|end|page)/.test(key)) this.#history.close();
    if (!(event.ctrlKey || event.metaKey) || event.altKey || (key !== 'z' && key !== 'y')) return;
    event.preventDefault();
    this.#replay(key === 'z' && !event.shiftKey ? 'undo' : 'redo');
  }

  /** The click that focuses the field selects all, like Tab. A later click places the cursor. */
  #mouseDown(event: MouseEvent): void {
    this.#history.close();
    const element = this.#element;
    if (!element || event.button !== 0 || document.activeElement === element) return;
    event.preventDefault();
    element.focus();
  }

  /** Text dropped on a masked number replaces it, because the drop position means nothing there. */
  #drop(event: DragEvent): void {
    const text = event.dataTransfer?.getData('text/plain');
    const element = this.#element;
    if (!this.plan?.isMasked || !element || !text || element.readOnly) return;
    event.preventDefault();
    element.focus();
    this.#pending = { before: stateOf(element), kind: 'whole', inputType: '' };
    element.value = text;
    this.edited();
  }

  #replay(what: 'undo' | 'redo'): void {
    const element = this.#element;
    if (!element || element.readOnly || this.#isComposing) return;
    const state = this.#history[what](element.value);
    if (!state) return;
    this.#show(state);
    this.plan?.onEdit(state.text, null);
  }

  #show({ text, start, end }: EditState): void {
    const element = this.#element;
    if (!element) return;
    if (element.value !== text) element.value = text;
    // In Safari, this moves focus.
    if (document.activeElement === element) element.setSelectionRange(start, end);
  }
}

function stateOf(element: HTMLInputElement): EditState {
  const text = element.value;
  return { text, start: element.selectionStart ?? text.length, end: element.selectionEnd ?? text.length };
}

function formatted(
  format: (typed: Typed) => Typed,
  before: EditState,
  raw: EditState,
  kind: EditKind,
): EditState {
  const typed = { text: raw.text, cursor: raw.end };
  const pressed = before.start === before.end ? { text: before.text, cursor: before.end } : null;
  const { text, cursor, doesNotFit } = format((pressed && digitMeant(pressed, typed)) ?? typed);
  // A digit that is typed into a full number changes nothing. One that was pasted stays, and is wrong.
  const wasFull = !format({ text: before.text, cursor: before.end }).doesNotFit;
  if (doesNotFit && kind === 'insert' && wasFull) return before;
  // Dropped text stays selected.
  const start = raw.start === raw.end ? cursor : format({ text: raw.text, cursor: raw.start }).cursor;
  return { text, start: Math.min(start, cursor), end: cursor };
}

function kindOf({ inputType, data }: InputEvent): EditKind {
  if (inputType === 'deleteContentBackward') return 'delete-before';
  if (inputType === 'deleteContentForward') return 'delete-after';
  if (inputType !== 'insertText') return 'whole';
  return data?.length === 1 ? 'insert' : 'commit';
}
