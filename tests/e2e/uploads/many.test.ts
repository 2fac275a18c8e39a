import { csv, docx, heic, png, xlsx } from '#tests/support/sample-documents.ts';
import { type Account, pdf, photo, row, sha256, type TestFile, upload } from '../support/documents.ts';
import { portal } from '../support/portal.ts';
import { expect, test } from '../support/test.ts';

const COUNT = 200;

const kinds: { extension: string; make: (name: string, seed: number) => TestFile | Promise<TestFile> }[] = [
  { extension: 'pdf', make: (name, seed) => pdf(name, `Document ${seed}`) },
  { extension: 'jpg', make: (name, seed) => photo(name, 2000 + seed) },
  { extension: 'PNG', make: png },
  { extension: 'HEIC', make: heic },
  { extension: 'docx', make: docx },
  { extension: 'xlsx', make: xlsx },
  { extension: 'csv', make: csv },
];

/** File names as clients and their devices choose them, from a number and an extension. */
const namings: ((seed: number, extension: string) => string)[] = [
  (seed, extension) => `W-2 (${seed}).${extension}`,
  (seed, extension) => `Declaración año ${seed} — ñandú.${extension}`,
  // Decomposed Unicode (NFD), as macOS writes it.
  (seed, extension) => `Re\u0301sume\u0301 ${seed}.${extension}`,
  (seed, extension) => `📄 renta 👨‍👩‍👧 ${seed}.${extension}`,
  (seed, extension) => {
    const end = ` ${seed}.${extension}`;
    return `${'x'.repeat((255 - end.length) % 2)}${'é'.repeat(Math.floor((255 - end.length) / 2))}${end}`;
  },
  (seed, extension) => `.hidden ${seed}.${extension}`,
  (seed, extension) => `..two dots ${seed}.${extension}`,
  (seed, extension) => `trailing spaces ${seed}.${extension}  `,
  (seed, extension) => `100% #${seed} & more? [x] 'y' "z" \\ + ;.${extension}`,
];

async function mixedFiles(): Promise<TestFile[]> {
  return Promise.all(
    Array.from({ length: COUNT }, async (_, seed) => {
      const kind = kinds[seed % kinds.length] ?? kinds[0];
      const name = namings[seed % namings.length]?.(seed, kind?.extension ?? '') ?? '';
      if (!kind) throw new Error('no kind');
      return kind.make(name, seed);
    }),
  );
}

async function listed({ id, api }: Account): Promise<string[]> {
  const { data, error } = await api.storage.from('user-documents').list(id, { limit: 1000 });
  if (error) throw error;
  return data.map((one) => one.name);
}

async function download({ id, api }: Account, name: string): Promise<Buffer> {
  const { data } = await api.auth.getSession();
  const key = [id, name].map(encodeURIComponent).join('/');
  const answer = await fetch(`${portal.url}/storage/v1/object/authenticated/user-documents/${key}`, {
    headers: { authorization: `Bearer ${data.session?.access_token}` },
  });
  if (!answer.ok) throw new Error(`${name} was answered with ${answer.status}`);
  return Buffer.from(await answer.arrayBuffer());
}

test('uploads 200 files at once and downloads them byte for byte', { tag: '@size' }, async ({
  openFiles,
}) => {
  test.setTimeout(400_000);
  const files = await mixedFiles();
  expect(new Set(files.map(({ name }) => name)).size).toBe(COUNT);
  const { page, account } = await openFiles();
  await upload(page, files);
  const panel = page.getByRole('region', { name: 'Uploads' });
  await expect(panel.getByText('Uploading 200 files')).toBeVisible();
  await expect(page.getByText(`Success! ${COUNT} file(s) uploaded`)).toBeVisible({ timeout: 300_000 });
  await expect(panel).toHaveCount(0);
  await expect(page.getByText(`Select All (${COUNT} items)`)).toBeVisible();

  const names = files.map(({ name }) => name.normalize('NFC'));
  expect((await listed(account)).sort()).toEqual([...names].sort());
  const left = [...files];
  const checkNext = async () => {
    for (let file = left.pop(); file; file = left.pop()) {
      expect(sha256(await download(account, file.name.normalize('NFC'))), file.name).toBe(
        sha256(file.buffer),
      );
    }
  };
  await Promise.all([checkNext(), checkNext(), checkNext(), checkNext()]);
  expect(left).toEqual([]);
});

test('uploads a folder with its subfolders and without system files', { tag: '@details-client' }, async ({
  openFiles,
}) => {
  const { page, account } = await openFiles(['2026/a.pdf']);
  await row(page, '2026').click();
  await page.waitForURL('**folder=2026');
  await page.evaluate(() => {
    // The folder picker is native, so its result is built here.
    const folder = (name: string, path: string) => {
      const file = new File([`the document ${path}`], name, { type: 'text/plain' });
      Object.defineProperty(file, 'webkitRelativePath', { value: path });
      return file;
    };
    const files = [
      folder('W-2.txt', 'Taxes/W-2.txt'),
      folder('1099.txt', 'Taxes/Rosa/1099.txt'),
      folder('.DS_Store', 'Taxes/.DS_Store'),
    ];
    const click = HTMLInputElement.prototype.click;
    HTMLInputElement.prototype.click = function () {
      if (!this.webkitdirectory) return click.call(this);
      Object.defineProperty(this, 'files', { value: files, configurable: true });
      this.dispatchEvent(new Event('change', { bubbles: true }));
    };
  });
  await page.getByRole('button', { name: 'Upload Folder' }).click();
  await expect(page.getByText('Success! 2 file(s) uploaded')).toBeVisible();
  // The list re-renders as the last file arrives, so a click may need a retry.
  await expect
    .poll(async () => {
      const isOpen = new URL(page.url()).searchParams.get('folder') === '2026/Taxes';
      if (!isOpen) await row(page, 'Taxes').click();
      return isOpen;
    })
    .toBe(true);
  await row(page, 'Rosa').click();
  await expect(row(page, '1099.txt')).toBeVisible();
  const { data } = await account.api.from('file_uploads').select('file_path').eq('user_id', account.id);
  expect(data?.map(({ file_path }) => file_path.slice(account.id.length + 1)).sort()).toEqual([
    '2026/Taxes/Rosa/1099.txt',
    '2026/Taxes/W-2.txt',
    '2026/a.pdf',
  ]);
});
