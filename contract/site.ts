import type { Messages } from '@lingui/core';
import type { Business } from '#domain/business/business.ts';
import type { Office } from '#domain/business/office.ts';
import type { Language } from '#domain/language/language.ts';

/** Settings of the server that pages need. */
interface SiteSettings {
  /** The URL of the site, without a trailing slash. */
  siteUrl: string;
  /** The key that every visitor's call carries. Public by design: it opens nothing that the policies don't. */
  publishableKey: string;
  /** An external calendar, which the booking page shows in place of our own. */
  calendarUrl: string | null;
  /** The office has not entered its facts yet: those of the pages are our example. */
  isExample?: boolean;
}

/** What the server renders pages from. */
export interface SiteSource extends SiteSettings {
  business: Business;
}

/** What every page brings to the browser. */
export interface SiteData extends SiteSettings {
  office: Office;
  /** The language of the document. It stays until the browser loads another one. */
  language: Language;
  /** The office's words in place of ours, compiled, by the id of the text. */
  wording?: Messages;
}
