import { Upload } from 'lucide-react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Button, type ButtonProps } from '#app/ui/button.tsx';
import type { Target } from './target.ts';
import { uploads } from './uploads.ts';

const accepted = [
  '.pdf',
  '.jpg',
  '.jpeg',
  '.png',
  '.docx',
  '.csv',
  '.txt',
  '.doc',
  '.xls',
  '.xlsx',
  'image/*',
];

export interface UploadButtonProps extends Omit<ButtonProps, 'onPress' | 'icon'> {
  target: Target;
  folder: string;
}

/** Opens the device's own picker; what is chosen goes to the open folder at once. */
export function UploadButton({ target, folder, children, ...rest }: UploadButtonProps) {
  const { ownerId, forWhom } = target;
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={accepted}
      onSelect={(files) => files && uploads.add({ ownerId, forWhom, folder }, files)}
    >
      <Button {...rest} icon={<Upload size={20} aria-hidden />}>
        {children}
      </Button>
    </FileTrigger>
  );
}
