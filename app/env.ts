declare const __SITE_URL__: string;
declare const __PUBLISHABLE_KEY__: string;

/** Where the site is reached, without a slash at the end. Set by the build. */
export const siteUrl = __SITE_URL__;

/** The key that every visitor's call carries. Public by design: it opens nothing that the policies don't. */
export const publishableKey = __PUBLISHABLE_KEY__;
