declare const __SITE_URL__: string;
declare const __PUBLISHABLE_KEY__: string;
declare const __CALENDAR_URL__: string | null;

/** The URL of the site, without a trailing slash. Set by the build. */
export const siteUrl = __SITE_URL__;

/** The key that every visitor's call carries. Public by design: it opens nothing that the policies don't. */
export const publishableKey = __PUBLISHABLE_KEY__;

/** Another house's calendar, which the booking page shows in place of our own. */
export const calendarUrl = __CALENDAR_URL__;
