import { Trans, useLingui } from '@lingui/react/macro';
import { Camera, FolderUp, Upload } from 'lucide-react';
import type { ReactElement } from 'react';
import { chooseFiles } from '#app/shared/browser/choose-files.ts';
import { useTouchScreen } from '#app/shared/browser/touch-screen.ts';
import { Button, type ButtonProps } from '#app/ui/actions/button.tsx';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { FILE_INPUT_TYPES } from '#domain/documents/document-types.ts';
import { parentOf } from '#domain/documents/folders.ts';
import type { Target } from '../store/target.ts';
import type { ChosenFile } from './upload-job.ts';
import { uploads } from './uploads.ts';

interface Place {
  target: Target;
  /** Asked at the press: who opens a folder and presses this right after it means that folder. */
  openFolder: () => string;
}

export interface UploadButtonProps extends Place, Omit<ButtonProps, 'onPress' | 'icon'> {}

export function UploadButton({ target, openFolder, children, ...rest }: UploadButtonProps) {
  return (
    <Button
      {...rest}
      icon={<Upload size={20} aria-hidden />}
      onPress={() =>
        chooseFiles({ types: FILE_INPUT_TYPES, isMultiple: true }, sendTo({ target, openFolder }))
      }
    >
      {children}
    </Button>
  );
}

/** Takes a photo on touch screens; uploads a folder elsewhere. */
export function MoreUploads({
  target,
  openFolder,
  ...look
}: Place & Pick<ButtonProps, 'className' | 'size'>): ReactElement {
  const { t } = useLingui();
  const place = { target, openFolder };
  return useTouchScreen() ? (
    <IconButton
      label={t`Take a photo`}
      icon={<Camera size={24} aria-hidden />}
      className="border border-control text-action"
      onPress={() => chooseFiles({ types: ['image/*'], isPhoto: true }, sendTo(place))}
    />
  ) : (
    <Button
      variant="secondary"
      icon={<FolderUp size={20} aria-hidden />}
      onPress={() => {
        const send = sendTo(place);
        chooseFiles({ isFolder: true }, (files) => send(files.map(withFolder)));
      }}
      {...look}
    >
      <Trans>Upload Folder</Trans>
    </Button>
  );
}

function sendTo({ target: { ownerId, clientName }, openFolder }: Place) {
  const folder = openFolder();
  return (files: Iterable<File | ChosenFile>) => uploads.add({ ownerId, clientName, folder }, files);
}

function withFolder(file: File): ChosenFile {
  return { file, under: parentOf(file.webkitRelativePath) };
}
