import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renderSVG } from 'uqr';
import { keyFingerprint, recoveryWords } from '#domain/account/recovery-sheet.ts';
import type { Business } from '#domain/business/business.ts';
import { html, SafeHtml } from '#server/mail/html/html.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import { unlessGone } from '#server/unless-gone.ts';

interface Office {
  dataDir: string;
  siteUrl: string;
  business: Pick<Business, 'name' | 'timeZone'>;
}

const sheetPath = (dataDir: string): string => join(dataDir, 'recovery-sheet.html');

/** Writes the sheet to print, readable by its owner only, like the key. Removed once the office has it on paper. */
export async function writeSheet(office: Office, key: Buffer): Promise<string> {
  const path = sheetPath(office.dataDir);
  await replaceFile(path, recoverySheetHtml(office, key, new Date()));
  return path;
}

/**
 * Writes the sheet at the start, unless that of this key is there, or removes it if the office has confirmed that it has
 * it on paper. A key from the environment is never written automatically. Returns the path of the sheet, or the command
 * that makes it; undefined if it is confirmed.
 */
export async function sheetAtStart(
  office: Office & { encryptionKey: string | undefined },
  key: Buffer,
  isConfirmed: boolean,
): Promise<string | undefined> {
  if (isConfirmed) {
    await removeSheet(office.dataDir);
    return undefined;
  }
  if (office.encryptionKey !== undefined) return 'what npm run portal -- keys sheet makes';
  const path = sheetPath(office.dataDir);
  const present = await readFile(path, 'utf8').catch(unlessGone);
  return present?.includes(keyFingerprint(key)) ? path : writeSheet(office, key);
}

export async function removeSheet(dataDir: string): Promise<void> {
  await rm(sheetPath(dataDir), { force: true });
}

/** A printable page with the 24 words, a QR code of them, and instructions. It loads no other resources. */
export function recoverySheetHtml(
  { siteUrl, business: { name: office, timeZone } }: Pick<Office, 'siteUrl' | 'business'>,
  key: Buffer,
  now: Date,
): string {
  const words = recoveryWords(key);
  const fingerprint = keyFingerprint(key);
  const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(now);
  const code = new SafeHtml(renderSVG(words.join(' '), { border: 2 }));
  const items = words.map((word) => html`<li><b>${word}</b></li>`);
  return html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Recovery sheet of ${office}</title>
<style>${STYLE}</style>
<main>
<h1>Recovery sheet</h1>
<p class="office">${office}<br>${siteUrl}</p>
<p><b>Print this page twice and keep the copies in two places</b>, like a safe at your office
and a bank’s safe deposit box. If you lose the portal’s computer, your backup and this sheet bring everything back. Without this sheet, no one can open the backup.</p>
<ol>${items}</ol>
<div class="row">
<div class="code">${code}</div>
<div>
<p><b>When you need it:</b> The restore asks for these 24 words, in this order. Type them, or
scan the code and paste the result. It doesn’t matter if letters are small or capital.</p>
<p><b>Who can see it:</b> Anyone with this sheet and a backup can read every client’s documents.
Treat it like the key to your file room. Don’t take a photo of it, email it, or keep it with a backup.</p>
<p><b>Then:</b> Log in as a super user, open Office, and type two of the words there. That removes
the file this page came from.</p>
</div>
</div>
<table>
<tr><th>Key</th><td>${fingerprint}</td></tr>
<tr><th>Made on</th><td>${date}</td></tr>
</table>
<p class="small">The backups that this sheet opens carry the same eight characters. After the encryption key changes,
print a new sheet, and keep this one as long as you keep older backups.</p>
</main>
</html>
`.markup;
}

const STYLE = new SafeHtml(`
@page { margin: 16mm }
* { box-sizing: border-box }
body { margin: 0; background: #fff; color: #111; font: 16px/1.45 system-ui, sans-serif }
main { max-width: 180mm; margin: 0 auto; padding: 24px }
h1 { font-size: 28px; margin: 0 0 4px }
.office { margin: 0 0 16px; color: #333; overflow-wrap: anywhere }
ol { columns: 3; column-gap: 20px; margin: 16px 0; padding: 16px 16px 16px 52px; border: 2px solid #111; border-radius: 8px }
li { font-size: 18px; line-height: 1.7; break-inside: avoid }
li::marker { color: #555; font-size: 15px }
li b { font: 600 18px/1.7 ui-monospace, monospace }
.row { display: flex; gap: 20px; align-items: flex-start }
.row p { margin: 0 0 10px }
.code { flex: none; width: 168px }
.code svg { display: block; width: 100%; height: auto }
table { margin: 12px 0; border-collapse: collapse }
th { text-align: left; padding: 2px 16px 2px 0; font-weight: 400; color: #555 }
td { font: 600 16px ui-monospace, monospace }
.small { font-size: 14px; color: #333 }
@media (max-width: 560px) { ol { columns: 2 } .row { flex-direction: column } }
@media print { main { padding: 0; max-width: none } }
`);
