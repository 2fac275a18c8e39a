import {
  index,
  layout,
  prefix,
  type RouteConfig,
  type RouteConfigEntry,
  route,
} from '@react-router/dev/routes';

/** Pages that have an address in each language: /fees and /es/fees. Other ones have one address in all. */
const inEachLanguage = (routes: RouteConfigEntry[]) => prefix('es?', routes);

/** The site map. /account, /secured-files and /manage need a session. */
export default [
  ...inEachLanguage([
    index('site/home/page.tsx'),
    route('tax-preparation-services', 'site/services/page.tsx'),
    route('fees', 'site/fees/page.tsx'),
    route('quote', 'site/quote/page.tsx'),
    route('upload', 'site/upload/page.tsx'),
    route('reviews', 'site/reviews/page.tsx'),
    route('referrals', 'site/referrals/page.tsx'),
    route('booking', 'pages/booking.tsx'),
    route('calendar', 'pages/calendar.tsx'),
    route('contact-us', 'site/contact/page.tsx'),
    route('frequently-asked-questions', 'site/faq/page.tsx'),
    route('payment', 'site/payment/page.tsx'),
    route('legal', 'site/legal/terms-page.tsx'),
    route('privacy-security', 'site/legal/privacy-page.tsx'),
    route('about-us', 'site/about/page.tsx'),
    route('refund', 'site/refund/page.tsx'),
    route('verify', 'site/verify/page.tsx'),
    route('read-reviews', 'site/read-reviews/page.tsx'),
    route('map-location-and-directions', 'site/location/page.tsx'),
    route('apps', 'site/apps/page.tsx'),
    route('website-services', 'site/websites/page.tsx'),
    route('business-startups', 'site/startups/page.tsx'),
    route('offline', 'site/offline/page.tsx'),
  ]),
  layout('shared/session/guards/login-layout.tsx', [
    ...inEachLanguage([
      route('signup', 'account/sign-up/sign-up.tsx'),
      route('login', 'account/sign-in/login.tsx'),
      route('password-reset', 'account/recovery/password-reset.tsx'),
    ]),
  ]),
  layout('shared/session/guards/portal-layout.tsx', [
    ...inEachLanguage([
      route('reset-password', 'account/recovery/reset-password.tsx'),
      route('confirm-email', 'account/confirm/confirm-email.tsx'),
      route('invitation', 'account/entry-links/invitation.tsx'),
      route('join', 'account/entry-links/join.tsx'),
      route('pause-reminders', 'reminders/pause-reminders.tsx'),
      route('confirm-address', 'account/entry-links/confirm-address.tsx'),
      route('open-link', 'account/entry-links/open-link.tsx'),
      route('first-super', 'account/entry-links/first-super.tsx'),
    ]),
    layout('account/session/signed-in.tsx', [
      layout('pages/client-layout.tsx', [
        route('account', 'pages/account.tsx'),
        route('account/messages', 'pages/messages.tsx'),
        route('account/returns/:id', 'pages/review-return.tsx'),
        route('account/sign/:id', 'pages/sign-document.tsx'),
        route('account/consents/:id', 'pages/consent.tsx'),
        route('secured-files', 'pages/secured-files.tsx'),
      ]),
      layout('desk/shell/staff-layout.tsx', [
        route('manage', 'pages/manage.tsx'),
        route('manage/office/:section?', 'office/office.tsx'),
        route('manage/sign', 'pages/request-signature.tsx'),
        route('manage/consents', 'pages/consent-register.tsx'),
        route('manage/consents/ask', 'pages/ask-consent.tsx'),
        route('manage/board', 'pages/board.tsx'),
        route('manage/billing', 'desk/billing/page/billing-page.tsx'),
        route('manage/calendar', 'desk/calendar/calendar.tsx'),
        route('manage/inbox', 'desk/inbox/inbox.tsx'),
        route('manage/tasks', 'desk/tasks/my-day.tsx'),
      ]),
    ]),
  ]),
  route('manifest.webmanifest', 'site/machine-readable/web-manifest.ts'),
  route('robots.txt', 'site/machine-readable/robots.ts'),
  route('sitemap.xml', 'site/machine-readable/sitemap.ts'),
  route('*', 'site/not-found.tsx'),
] satisfies RouteConfig;
