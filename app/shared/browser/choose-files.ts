interface Wanted {
  /** Media types and endings. */
  types?: readonly string[];
  isMultiple?: boolean;
  /** A photo, from the camera on the back. */
  isPhoto?: boolean;
  /** A whole folder. */
  isFolder?: boolean;
}

/**
 * Opens the browser's file picker; `onChosen` gets the files. For a button that may be gone when they are chosen: a list
 * changes while the picker is open, and the input of a component that is gone tells no one.
 */
export function chooseFiles(wanted: Wanted, onChosen: (files: File[]) => void): void {
  const { types = [], isMultiple = false, isPhoto = false, isFolder = false } = wanted;
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = types.join();
  input.multiple = isMultiple;
  input.webkitdirectory = isFolder;
  if (isPhoto) input.setAttribute('capture', 'environment');
  input.hidden = true;
  input.addEventListener('cancel', () => input.remove());
  input.addEventListener('change', () => {
    input.remove();
    onChosen([...(input.files ?? [])]);
  });
  // Safari forgets one that is nowhere.
  document.body.append(input);
  input.click();
}
