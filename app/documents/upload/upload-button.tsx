import { Camera, FolderUp, Upload } from 'lucide-react';
import type { ReactElement } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { useTouchScreen } from '#app/shared/browser/use-touch-screen.ts';
import { Button, type ButtonProps } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { FILE_INPUT_TYPES } from '#domain/documents/document-types.ts';
import { parentOf } from '#domain/documents/folders.ts';
import type { Target } from '../browser/target.ts';
import type { ChosenFile } from './upload-job.ts';
import { uploads } from './uploads.ts';

interface Place {
  target: Target;
  folder: string;
}

export interface UploadButtonProps extends Place, Omit<ButtonProps, 'onPress' | 'icon'> {}

/** Opens the device's own picker; what is chosen goes to the open folder at once. */
export function UploadButton({ target, folder, children, ...rest }: UploadButtonProps) {
  return (
    <FileTrigger
      allowsMultiple
      acceptedFileTypes={FILE_INPUT_TYPES}
      onSelect={(files) => files && send({ target, folder }, files)}
    >
      <Button {...rest} icon={<Upload size={20} aria-hidden />}>
        {children}
      </Button>
    </FileTrigger>
  );
}

/** The other ways in: the camera where there is one, whole folders where there is a desk. */
export function MoreUploads({ target, folder, className }: Place & { className?: string }): ReactElement {
  const place = { target, folder };
  return useTouchScreen() ? (
    <FileTrigger
      acceptedFileTypes={['image/*']}
      defaultCamera="environment"
      onSelect={(files) => files && send(place, files)}
    >
      <IconButton
        label="Take a photo"
        icon={<Camera size={24} aria-hidden />}
        className="size-12 border border-control text-action"
      />
    </FileTrigger>
  ) : (
    <FileTrigger acceptDirectory onSelect={(files) => files && send(place, Array.from(files, inItsFolder))}>
      <Button
        variant="secondary"
        icon={<FolderUp size={20} aria-hidden />}
        {...(className ? { className } : {})}
      >
        Upload Folder
      </Button>
    </FileTrigger>
  );
}

function send({ target: { ownerId, forWhom }, folder }: Place, files: Iterable<File | ChosenFile>): void {
  uploads.add({ ownerId, forWhom, folder }, files);
}

/** The picker of folders says of each file where in the chosen folder it lay. */
function inItsFolder(file: File): ChosenFile {
  return { file, under: parentOf(file.webkitRelativePath) };
}
