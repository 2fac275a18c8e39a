import { addressLine } from '#domain/business/office.ts';
import { msg } from '#domain/language/message.ts';
import type { Reader, Translate } from '#domain/language/translate.ts';
import { html, SafeHtml } from '../html/html.ts';
import type { Letter, Office } from './letter.ts';

/** The colors of the site's design tokens. Mails can't use the site's style sheet. */
const light = {
  paper: '#FBF8F2',
  surface: '#FFFFFF',
  ink: '#1B2421',
  muted: '#55625D',
  line: '#E6E0D4',
  action: '#17594A',
  onAction: '#FFFFFF',
  brand: '#0E3A30',
  accent: '#9A5426',
} as const;

const dark: Record<keyof typeof light, string> = {
  paper: '#0D1613',
  surface: '#14211D',
  ink: '#EAF1ED',
  muted: '#A7B7B0',
  line: '#2A3B35',
  action: '#7FD1B9',
  onAction: '#0D1613',
  brand: '#EAF1ED',
  accent: '#F0B37E',
};

const SANS = `'Public Sans', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif`;
const SERIF = `Fraunces, Georgia, 'Times New Roman', serif`;

/** One column without tables. The light theme is inline, as some programs remove style sheets; the dark is not. */
export function renderHtml(letter: Letter<string>, office: Office, { language, t }: Reader): string {
  const {
    subject,
    preview,
    heading,
    greeting,
    paragraphs,
    facts = [],
    quoted,
    action,
    code,
    notes,
    lessLink,
  } = letter;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${DARK}</style>
</head>
<body class="paper" style="margin:0;padding:0;background:${light.paper};color:${light.ink};font:17px/1.6 ${SANS};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}</div>
<div style="max-width:560px;margin:0 auto;padding:32px 16px 40px">
<p class="brand" style="margin:0 0 20px 4px;font:600 19px/1.3 ${SERIF};color:${light.brand}">${office.name}<span class="accent" style="display:block;width:32px;height:3px;margin:12px 0 0;border-radius:2px;background:${light.accent}"></span></p>
<div class="surface line" style="background:${light.surface};border:1px solid ${light.line};border-radius:12px;padding:32px 28px 28px">
<h1 class="ink" style="margin:0 0 20px;font:560 27px/1.2 ${SERIF};letter-spacing:-0.01em;color:${light.ink}">${heading}</h1>
${[greeting, ...paragraphs].map(paragraph)}
${facts.map(fact)}
${quoted && quotation(quoted.html)}
${action && button(action)}
${code && codePanel(code)}
${action && linkAsText(action, t)}
<div class="line" style="border-top:1px solid ${light.line};margin:28px 0 0;padding:20px 0 0">
${notes.map(note)}
${lessLink && quietLink(lessLink)}
</div>
</div>
${footer(office)}
</div>
</body>
</html>
`.markup;
}

function paragraph(text: string): SafeHtml {
  return html`<p style="margin:0 0 16px">${withLineBreaks(text)}</p>
`;
}

/** Keeps line breaks. */
export function withLineBreaks(text: string): SafeHtml[] {
  return text.split('\n').map((line, at) => (at === 0 ? html`${line}` : html`<br>${line}`));
}

function fact({ name, value }: { name: string; value: string }): SafeHtml {
  return html`<p class="line" style="margin:0;padding:10px 0;border-top:1px solid ${light.line}"><span class="muted" style="display:block;font-size:15px;line-height:1.4;color:${light.muted}">${name}</span>${value}</p>
`;
}

function quotation(words: SafeHtml): SafeHtml {
  return html`<div class="paper line" style="margin:0 0 16px;padding:2px 16px;border:1px solid ${light.line};border-radius:10px;background:${light.paper};overflow-wrap:anywhere">${words}</div>`;
}

function button({ label, link }: NonNullable<Letter<string>['action']>): SafeHtml {
  return html`<p style="margin:28px 0"><a class="action" href="${link}" style="display:inline-block;box-sizing:border-box;min-height:48px;padding:12px 24px;border-radius:10px;background:${light.action};color:${light.onAction};font-weight:600;line-height:24px;text-decoration:none">${label}</a></p>`;
}

function codePanel({ says, digits }: NonNullable<Letter<string>['code']>): SafeHtml {
  return html`<p style="margin:0 0 8px">${says}</p>
<p class="paper line ink" style="margin:0 0 24px;padding:14px 16px 14px calc(16px + 0.2em);border:1px solid ${light.line};border-radius:10px;background:${light.paper};font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.2em;text-align:center">${digits}</p>`;
}

/** Above the link of a button. */
export const LINK_SAYS = msg`If the button doesn’t work, copy this link into your browser:`;

function linkAsText({ link }: { link: string }, t: Translate): SafeHtml {
  return html`<p class="muted" style="margin:0;font-size:15px;line-height:1.5;color:${light.muted}">${t(LINK_SAYS)}<br><a class="link" href="${link}" style="color:${light.action};word-break:break-all">${link}</a></p>`;
}

function note(text: string): SafeHtml {
  return html`<p class="muted" style="margin:0 0 8px;font-size:15px;line-height:1.5;color:${light.muted}">${text}</p>
`;
}

function quietLink({ label, link }: NonNullable<Letter<string>['lessLink']>): SafeHtml {
  return html`<p style="margin:0 0 8px;font-size:15px;line-height:1.5"><a class="link" href="${link}" style="color:${light.action}">${label}</a></p>
`;
}

function footer(office: Office): SafeHtml {
  const { phone, email } = office.contact;
  return html`<p class="muted" style="margin:24px 4px 0;font-size:14px;line-height:1.6;color:${light.muted}">${office.name}<br>${addressLine(office)}<br><a class="link" href="tel:${phone.e164}" style="color:${light.action}">${phone.display}</a> &middot; <a class="link" href="mailto:${email}" style="color:${light.action}">${email}</a></p>`;
}

const DARK = new SafeHtml(`
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${dark.paper}!important;color:${dark.ink}!important}
.surface{background:${dark.surface}!important}
.line{border-color:${dark.line}!important}
.ink{color:${dark.ink}!important}
.brand{color:${dark.brand}!important}
.accent{background:${dark.accent}!important}
.muted{color:${dark.muted}!important}
.action{background:${dark.action}!important;color:${dark.onAction}!important}
.link{color:${dark.action}!important}
}
`);
