import { useState } from 'react';

/** What is typed into a field, and what is wrong with it until it is changed. */
export function useTyped<Problem = string>(start = '') {
  const [value, setValue] = useState(start);
  const [error, setError] = useState<Problem>();
  function onChange(text: string): void {
    setValue(text);
    setError(undefined);
  }
  return { value, setValue, setError, field: { value, error, onChange } };
}
