/**
 * Every row of the specification about the file manager, and the browser test for it: sections 2 (file manager,
 * modals), 4, 5 (folders to move) and 8 (upload to image rename). `specification-rows.test.ts` checks that each
 * named test exists. Tests with a `%s` for "client" and "staff" run as both.
 */
export interface Row {
  section: 2 | 4 | 5 | 8;
  row: string;
  file: string;
  test: string;
}

const manager = 'documents/files.test.ts';
const keyboard = 'documents/keyboard.test.ts';
const drag = 'documents/drag.test.ts';
const downloads = 'documents/downloads.test.ts';
const messages = 'documents/messages.test.ts';
const counts = 'documents/super.test.ts';
const screens = 'documents/screens.test.ts';
const long = 'documents/long-lists.test.ts';
const uploads = 'uploads/uploads.test.ts';
const naming = 'documents/naming.test.ts';
const office = 'staff/clients.test.ts';
const first = 'documents/first-document.test.ts';

const rowsOf = (section: Row['section'], rows: [row: string, file: string, test: string][]): Row[] =>
  rows.map(([row, file, test]) => ({ section, row, file, test }));

const journey = "a client's first documents reach the preparer (%s)";
const desk = "staff organize and delete a client's files (%s)";
const address = 'keeps the folder in the URL, and handles reload, Back, and a deleted folder';
const clearSelection = 'keeps the search, client, and folder in the URL';
const folders = 'creates year folders and custom folders, and validates the name';
const order = 'lists folders before files, sorted by name, without placeholders';
const renaming = 'renames files and folders (%s)';
const moving = 'moves items into any folder but themselves (%s)';
const nowhere = 'shows that there is no other folder, and shows a failed move';
const noDelete = 'shows a lost connection and retries, and clients cannot delete';
const dialogs = 'every dialog and menu is accessible and fits the screen (%s, %s)';
const phoneTools = 'selection tools replace the upload button on a phone and do not cover the last row';
const afterUpload = 'refreshes the list after an upload, and busy overlays name the operation';
const emptyFolder = 'an empty folder shows the upload button without scrolling on a phone (%s)';
const byKeys = 'staff can do every action by keyboard';
const zips = 'downloads a file, a folder, and a selection, then clears the selection (%s)';
const zipProgress = 'shows the progress of a zip download and cancels it';
const leftOut = 'lists the files that could not be included';
const downloadFails = 'shows a specific error for each failed download';
const createFails = 'shows the specified errors if creating or renaming fails (%s)';
const moveFails = 'names the items that could not be moved and moves the rest (%s)';
const deleting = 'the delete dialog names the client, explains how to restore, and lists failures';
const locked = 'super: a downloaded file is locked until it is marked as new';
const noCounts = 'admin: no download counts, and no file is locked';
const thousands = 'shows 3,000 files in rows of %s px, and End jumps to the last (%s, %s)';
const dragged = 'drags rows onto folders and breadcrumbs (%s)';
const phoneNames = 'asks for the name of each picture on a phone, then for the tax form';
const badName = 'shows an error for a rejected name and allows another';
const suffix = 'accepts file names from phones and adds a suffix if the name is taken';
const uploadRefused = 'shows the server’s error, keeps the file, and retries';
const reminder = 'the reminder opens the form, and appears if the form status is unknown';
const backInNaming = 'reopens the same folder after leaving during naming';

export const fileRows: Row[] = [
  ...rowsOf(2, [
    ['heading: the first name followed by ’s Secured Files', first, journey],
    ['banner: Secured File Portal, Upload Tax Documents, Bank-Level Security', first, journey],
    ['title File Management', manager, folders],
    ['Managing files for the named client', office, clearSelection],
    ['breadcrumb with Home and each folder level', manager, address],
    ['Create Folder', manager, folders],
    ['Upload Files', first, journey],
    ['Download Selected', downloads, zips],
    ['Move to Folder', manager, moving],
    ['Delete Selected, for privileged users only', screens, dialogs],
    ['Select All (n items)', manager, noDelete],
    ['n selected', screens, phoneTools],
    ['row: checkbox', manager, moving],
    ['row: name and size', first, journey],
    ['row: Rename', manager, renaming],
    ['row: Download', downloads, zips],
    ['row: Delete, privileged only', office, desk],
    ['a red NEW badge', first, journey],
    ['No files yet', first, journey],
    ['Upload Your First File', screens, emptyFolder],
    ['a busy overlay shows progress text', screens, afterUpload],
    ['Create New Folder: Folder Type, Year Folder', manager, folders],
    ['Create New Folder: Custom Name, Folder Name', manager, folders],
    ['Create New Folder: Create, Cancel', manager, folders],
    ['Move to Folder: Root (Home) and all nested folders', manager, moving],
    ['Move to Folder: No other folders available', manager, nowhere],
    ['Move to Folder: Loading folders...', manager, nowhere],
    ['Rename File or Folder', manager, renaming],
    ['works on the own account', manager, moving],
    ['works on a client’s account opened by staff', office, desk],
    ['modal Name Your Image: Image n of m, Add Name, Skip', naming, phoneNames],
    ['modal Complete Your year Tax Form: Complete Tax Form Now, Not Now', naming, reminder],
  ]),
  ...rowsOf(4, [
    ['loading', manager, noDelete],
    ['listed', manager, order],
    ['busy: uploading', uploads, 'uploads continue on another page, show progress, and can be canceled'],
    ['busy: deleting', screens, afterUpload],
    ['busy: downloading', downloads, zipProgress],
    ['busy: creating a folder', screens, afterUpload],
    ['busy: renaming', screens, afterUpload],
    ['busy: moving', screens, afterUpload],
    [
      'the path is kept per user, restored while an upload is in progress',
      'uploads/interrupted.test.ts',
      'offers to resume an upload after the page was closed',
    ],
    ['the path is restored while a rename is in progress', naming, backInNaming],
    ['the path is restored when staff views a client', office, clearSelection],
    ['after an upload the reminder appears if the form is not completed', naming, reminder],
    ['each image is named in turn, then the reminder runs and the list refreshes', naming, phoneNames],
    ['touch devices are prompted to rename images', naming, phoneNames],
    [
      'an image is recognised by type, extension or prefix',
      naming,
      'asks only about camera file names on a desktop, and can be closed early',
    ],
    ['selection: toggle an item', screens, phoneTools],
    ['selection: all or none', screens, phoneTools],
    ['selection: moving clears it', manager, moving],
    ['selection: navigating clears it', screens, phoneTools],
    ['rename, move and delete reload the list', office, desk],
    ['after an upload the list refreshes', screens, afterUpload],
    ['a download raises the count', downloads, zips],
    ['a download clears the selection', downloads, zips],
    ['folder.zip', downloads, zips],
    ['selected-files-{date}.zip', downloads, zips],
    ['super: sees the counts, a first download counts', counts, locked],
    ['super: multi-select download counts for each file', counts, locked],
    ['super: acts on a file only while its count is 0', counts, locked],
    ['admin: no counts', counts, noCounts],
    ['folders first, then files, each by name', manager, order],
    ['placeholders are never listed', manager, order],
    ['the listing limit of 1000, and beyond it', long, thousands],
  ]),
  ...rowsOf(5, [
    ['year folder: the current year and the 9 before it, 10 in total', manager, folders],
    ['custom name: not empty after trimming', manager, folders],
    ['custom name: not one of the current folder', manager, folders],
    ['upload: several files at once, of the accepted kinds', first, journey],
    ['upload: a duplicate name is tried once more with 4 random characters', uploads, suffix],
    ['rename: blank or unchanged cancels', manager, renaming],
    ['rename: a file keeps its extension', manager, renaming],
    ['rename: not another item’s name', manager, renaming],
    ['rename: Enter confirms, Escape cancels', manager, renaming],
    ['image naming: Please enter a name for the image', naming, phoneNames],
    ['image naming: the extension is kept', naming, phoneNames],
    ['move: disabled until a destination is chosen', manager, moving],
    ['move: disabled while folders load', manager, nowhere],
    ['move: no folder into itself', manager, moving],
    ['move: what collides gets a new name', manager, moving],
    ['move: by dragging, with the same rules', drag, dragged],
    ['move: by keyboard', keyboard, byKeys],
  ]),
  ...rowsOf(8, [
    ['Failed! Upload error', uploads, uploadRefused],
    ['Failed! Name already in use', manager, folders],
    ['Failed! Could not create folder', messages, createFails],
    ['Failed! Create folder error', messages, createFails],
    ['Success! Folder created', manager, folders],
    ['Success! {n} file(s) uploaded', first, journey],
    ['Success! {n} file(s) uploaded for {user}', screens, afterUpload],
    ['Failed to download file', downloads, downloadFails],
    ['Error downloading file', downloads, downloadFails],
    ['Failed to download folder', downloads, downloadFails],
    ['Error downloading folder', downloads, downloadFails],
    ['Error downloading selected items', downloads, downloadFails],
    ['items that cannot be downloaded are skipped and logged', downloads, leftOut],
    ['Failed to delete file or folder {name}: {reason}', messages, deleting],
    ['File {name} deleted from storage but database cleanup failed', messages, deleting],
    ['Folder {name} and all its contents deleted successfully', office, desk],
    ['summary of successes', office, desk],
    ['summary of failures, the first 3 listed', messages, deleting],
    ['summary of mixed results', messages, deleting],
    ['Failed to rename: A file or folder with the name "{name}" already exists', messages, createFails],
    ['Failed to rename file: (or folder:) followed by the message', messages, createFails],
    ['Failed to rename folder: Error moving file "{name}".', messages, createFails],
    ['Error renaming file or folder: message', messages, createFails],
    ['Failed to rename: File not found. It may have been moved or deleted.', messages, createFails],
    ['File or Folder renamed successfully to "{name}"', manager, renaming],
    ['Items moved successfully', manager, moving],
    ['Error moving items', messages, moveFails],
    ['Failed to rename image. Please try again.', naming, badName],
    ['An error occurred while renaming the image.', naming, badName],
  ]),
];
