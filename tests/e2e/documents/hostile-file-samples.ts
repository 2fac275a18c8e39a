import { crc32, deflateRawSync } from 'node:zlib';
import type { TestFile } from '../support/documents.ts';
import { extraObject, pdfOf, words } from '../support/preview/preview-files.ts';

/** The script in every sample. It leaves a mark in every way that a test can observe. */
export const MARK = 'nutmeg-hostile-script-ran';
const script = (by: string) =>
  [
    `try{localStorage.setItem('${MARK}','${by}')}catch(e){}`,
    `try{document.title='${MARK}'}catch(e){}`,
    `try{fetch('/${MARK}?${by}')}catch(e){}`,
    `try{new Image().src='/${MARK}?image-${by}'}catch(e){}`,
    `try{top.postMessage('${MARK}','*')}catch(e){}`,
    `try{alert('${MARK}')}catch(e){}`,
  ].join(';');
const page = `<!doctype html><title>harmless</title><body onload="${script('onload')}"><script>${script('inline')}</script><img src=x onerror="${script('onerror')}"><meta http-equiv=refresh content="0;url=javascript:${MARK}"><a id=a href="javascript:${script('link')}">x</a>`;
const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" onload="${script('svg')}"><script>${script('svg')}</script><rect width="200" height="100" fill="green"/><image href="/${MARK}?svg" width="9" height="9"/><foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="javascript:${MARK}"></iframe></foreignObject></svg>`;
const js = script('script');

const file = (name: string, mimeType: string, content: string | Buffer): TestFile => ({
  name,
  mimeType,
  buffer: Buffer.from(typeof content === 'string' ? Buffer.from(content, 'latin1') : content),
});

/** A GIF whose header is a variable's name: `GIF89a=1;...` is an image of sorts and a script. */
const gifScript = Buffer.concat([Buffer.from(`GIF89a=1;${js};//`, 'latin1'), Buffer.from([0x3b])]);
/** A JPEG whose comment is a page. */
const jpegPage = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xfe, (page.length + 2) >> 8, (page.length + 2) & 255]),
  Buffer.from(page, 'latin1'),
  Buffer.from('ffe000104a46494600010100000100010000ffd9', 'hex'),
]);

/** Its scripts and forms call the test's server, which records requests. */
function hostilePdf(name: string, beacon: string): TestFile {
  const address = `${beacon}/${MARK}`;
  const pdfScript = `app.alert('${MARK}');app.launchURL('${address}?launch',true);this.submitForm('${address}?form');`;
  const action = (body: string) => `<< /Type /Action ${body} >>`;
  const run = action(`/S /JavaScript /JS (${pdfScript.replace(/[()\\]/g, '\\$&')})`);
  const extra = [
    action(`/S /URI /URI (${address}?uri)`),
    action(`/S /Launch /F (/bin/sh) /Win << /F (cmd.exe) >>`),
    action(`/S /SubmitForm /F << /FS /URL /F (${address}?submit) >> /Flags 4`),
    `<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A ${extraObject(0)} /AA << /PO ${run} /E ${extraObject(0)} >> >>`,
    `<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Ff 65536 /Rect [0 0 612 792] /A ${extraObject(2)} /AA << /PO ${run} /D ${run} /Fo ${run} >> >>`,
    `<< /Type /Annot /Subtype /RichMedia /Rect [0 0 10 10] /A ${extraObject(1)} >>`,
    `<< /Names [(a) ${run}] >>`,
  ];
  return pdfOf(name, {
    pages: [words('Nothing happens here'), words('Nor here')],
    catalog:
      `/OpenAction ${run} /AA << /WC ${run} /WS ${run} >> /Names << /JavaScript ${extraObject(6)} >> ` +
      `/AcroForm << /Fields [${extraObject(4)}] /NeedAppearances true >>`,
    page:
      `/Annots [${extraObject(3)} ${extraObject(4)} ${extraObject(5)}] ` +
      `/AA << /O ${run} /C ${extraObject(2)} >>`,
    extra: extra.map((text) => Buffer.from(text)),
  });
}

/** HTML first, with the PDF header within the first 1024 bytes, which readers accept. */
function pdfPage(name: string, mimeType: string): TestFile {
  const { buffer } = pdfOf(name, { pages: [words('A PDF and a page')] });
  return file(name, mimeType, Buffer.concat([Buffer.from(`<script>${js}</script>\n`), buffer]));
}

/** A zip with path traversal in its entry names. */
export function climbingZip(name: string): TestFile {
  const entries = ['../../../../tmp/climbed', '..\\..\\climbed.exe', '/etc/climbed', 'ok.txt'];
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const path = Buffer.from(entry);
    const data = deflateRawSync(Buffer.from('out'));
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32('out'), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(3, 18);
    common.writeUInt16LE(path.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, path, data]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0', 'latin1'), common, rest, path]));
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return file(name, 'application/zip', Buffer.concat([...locals, directory, end]));
}

/** Every known way to make stored bytes run, each also with a false content type. */
export const hostileFiles = (beacon: string): TestFile[] => [
  file('01 page.html', 'text/html', page),
  file(
    '02 page.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml"><script>${js}</script></html>`,
  ),
  file('03 page called png.png', 'image/png', page),
  file('04 page without a type', 'application/octet-stream', page),
  file('05 page as text.txt', 'text/plain', page),
  file('06 page with parameters.html', 'text/html; charset=utf-7', page),
  file('07 picture.svg', 'image/svg+xml', svg),
  file('08 picture called png.png', 'image/png', svg),
  file(
    '09 xml.xml',
    'text/xml',
    `<?xml version="1.0"?><?xml-stylesheet href="data:text/xsl,${MARK}"?><s:script xmlns:s="http://www.w3.org/1999/xhtml">${js}</s:script>`,
  ),
  file('10 script.js', 'text/javascript', js),
  file('11 script.mjs', 'application/javascript', js),
  file('12 script as text.txt', 'text/plain', js),
  file('13 style.css', 'text/css', `body{background:url(/${MARK}?css)}@import '/${MARK}?import';`),
  file('14 gif and script.gif', 'image/gif', gifScript),
  file('15 gif and script.js', 'text/javascript', gifScript),
  file('16 jpeg and page.jpg', 'image/jpeg', jpegPage),
  file('17 jpeg and page.html', 'text/html', jpegPage),
  hostilePdf('18 scripts.pdf', beacon),
  pdfPage('19 pdf and page.pdf', 'application/pdf'),
  pdfPage('20 pdf and page.html', 'text/html'),
  file('21 page called pdf.pdf', 'application/pdf', page),
  file('22 manifest.webmanifest', 'application/manifest+json', `{"start_url":"/${MARK}","name":"x"}`),
  file('23 mail.mhtml', 'multipart/related', `MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${page}`),
  file('24 flash.swf', 'application/x-shockwave-flash', 'FWS'),
  climbingZip('25 climbing.zip'),
];
