import { Plural, useLingui } from '@lingui/react/macro';
import { useFormats } from '#app/language/language.tsx';
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

export function CountedArea({ limit, value, rows = 5, ...rest }: CountedAreaProps) {
  const { t } = useLingui();
  const formats = useFormats();
  const length = [...value].length;
  const over = length - limit;
  const left = -over;
  const count = formats.count(length);
  const most = formats.count(limit);
  return (
    <div className="flex flex-col gap-1.5">
      <TextField {...rest} value={value} rows={rows} />
      <p
        className={classNames(
          'figures text-right text-sm',
          over > 0 ? 'font-semibold text-danger' : 'text-muted',
        )}
      >
        {over > 0
          ? t`${count} of ${most} characters: please shorten it by ${{ over: formats.count(over) }}`
          : t`${count} of ${most} characters`}
      </p>
      {/* Announced near the limit only, because a screen reader that counts every character disturbs typing. */}
      <p role="status" className="sr-only">
        {over > 0 && <Plural value={over} one="# character too many" other="# characters too many" />}
        {left >= 0 && left <= 50 && <Plural value={left} one="# character left" other="# characters left" />}
      </p>
    </div>
  );
}
