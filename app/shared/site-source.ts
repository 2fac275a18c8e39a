import { createContext, type LoaderFunctionArgs } from 'react-router';
import type { SiteData, SiteSource } from '#contract/site.ts';
import type { Business } from '#domain/business/business.ts';
import { officeOf } from '#domain/business/office.ts';
import { factsIn } from '#domain/business/translations.ts';
import { compileWording } from '#domain/business/wording.ts';
import { chosenLanguage } from '#domain/language/choice.ts';
import { type Language, languageOf, sourceLanguage } from '#domain/language/language.ts';

// For the loaders of routes, which run on the server: the browser downloads none of this.

/** With `npm run dev`, Vite renders the pages: those of the demo office. */
const inDevelopment: SiteSource | undefined = import.meta.env.DEV
  ? {
      business: (await import('#business')).default as Business,
      siteUrl: 'http://localhost:3000',
      publishableKey: 'sb_publishable_nutmeg',
      calendarUrl: null,
    }
  : undefined;

export const siteSource = createContext(inDevelopment);

/** The data of every page, from the root route's loader. */
export function siteDataOf(args: LoaderFunctionArgs): SiteData {
  const { business, ...settings } = args.context.get(siteSource);
  const language = pageLanguage(args.request);
  const wording = compileWording(business.wording?.[language]);
  return { office: officeOf(businessOf(args)), language, ...(wording && { wording }), ...settings };
}

/** All facts of the office in the language of the page, for the loaders of routes. */
export function businessOf({ context, request }: LoaderFunctionArgs): Business {
  return factsIn(context.get(siteSource).business, pageLanguage(request));
}

/** That of the address. A page that has one address in all languages is in the one that the reader chose. */
function pageLanguage({ headers, url }: Request): Language {
  return languageOf(new URL(url).pathname) ?? chosenLanguage(headers.get('cookie')) ?? sourceLanguage;
}
