import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

/** The site map. Public pages are prerendered; /account, /secured-files and /manage need a session. */
export default [
  index('site/home.tsx'),
  route('tax-preparation-services', 'site/services/page.tsx'),
  route('fees', 'site/fees/page.tsx'),
  route('quote', 'site/quote/page.tsx'),
  route('upload', 'site/upload/page.tsx'),
  route('reviews', 'site/reviews/page.tsx'),
  route('referrals', 'site/referrals/page.tsx'),
  route('booking', 'site/booking/page.tsx'),
  route('contact-us', 'site/contact/page.tsx'),
  route('frequently-asked-questions', 'site/faq/page.tsx'),
  route('payment', 'site/payment/page.tsx'),
  route('legal', 'site/legal/terms-page.tsx'),
  route('privacy-security', 'site/legal/privacy-page.tsx'),
  route('about-us', 'site/about/page.tsx'),
  route('refund', 'site/refund/page.tsx'),
  route('read-reviews', 'site/read-reviews/page.tsx'),
  layout('client/portal-layout.tsx', [
    route('signup', 'account/sign-up.tsx'),
    route('login', 'account/login.tsx'),
    route('password-reset', 'account/password-reset.tsx'),
    route('reset-password', 'account/reset-password.tsx'),
    route('confirm-email', 'account/confirm-email.tsx'),
    layout('client/require-signed-in.tsx', [
      route('account', 'account/account.tsx'),
      route('secured-files', 'files/secured-files.tsx'),
      layout('client/require-staff.tsx', [route('manage', 'manage/manage.tsx')]),
    ]),
  ]),
  route('robots.txt', 'site/robots.ts'),
  route('sitemap.xml', 'site/sitemap.ts'),
  route('*', 'site/not-found.tsx'),
] satisfies RouteConfig;
