import { classNames } from '../class-names.ts';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface CountedAreaProps extends Omit<TextFieldProps, 'value' | 'maxLength'> {
  value: string;
  /**
   * The maximum number of characters. More can be typed and shows an error, because truncating pasted text would
   * lose its end.
   */
  limit: number;
}

/** A textarea with a character count. */
export function CountedArea({ limit, value, rows = 5, ...rest }: CountedAreaProps) {
  const count = [...value].length;
  const over = count - limit;
  const words = `${count.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} characters`;
  return (
    <div className="flex flex-col gap-1.5">
      <TextField {...rest} value={value} rows={rows} />
      <p
        className={classNames(
          'figures text-right text-sm',
          over > 0 ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {over > 0 ? `${words}: please shorten it by ${over.toLocaleString('en-US')}` : words}
      </p>
      {/* Announced near the limit only, because a screen reader that counts every character disturbs typing. */}
      <p role="status" className="sr-only">
        {over > 0
          ? `${over} characters too many`
          : limit - count <= 50
            ? `${limit - count} characters left`
            : ''}
      </p>
    </div>
  );
}
