/** Safari and Firefox may begin to read a file some time after the click. */
const READ_MS = 60_000;

/** Starts a download in the browser, which shows its progress and outlives the page. */
export function startDownload(url: string, name: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Downloads a file that was made in the browser. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  startDownload(url, name);
  setTimeout(() => URL.revokeObjectURL(url), READ_MS);
}
