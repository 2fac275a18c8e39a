/**
 * Every row of the specification about accounts, and the browser test for it: sections 4 (auth), 5 (sign-up,
 * set-new-password, login) and 8 (sign-up and login, reset, confirm-email, account). `specification-rows.test.ts` checks
 * that each named test exists.
 */
export interface Row {
  section: 4 | 5 | 8;
  row: string;
  file: string;
  test: string;
}

const signUp = 'accounts/sign-up.test.ts';
const login = 'accounts/login.test.ts';
const reset = 'accounts/reset.test.ts';
const session = 'accounts/session.test.ts';
const security = 'accounts/security.test.ts';
const accounts = 'accounts/accounts.test.ts';

const rowsOf = (section: Row['section'], rows: [row: string, file: string, test: string][]): Row[] =>
  rows.map(([row, file, test]) => ({ section, row, file, test }));

const wholeWay = 'signs up, confirms the email, logs out, and logs in (%s)';
const otherBrowser = 'confirming in another browser leads to the login';
const secondTab = 'confirming or logging out in one tab updates the other';
const fiveSeconds = 'offers the login instead of the spinner after five seconds without a response';
const storedSession = 'a stored session opens the account page, and a reload keeps it';
const renewed = 'renews a session that is about to expire, and retries after a failure';
const noRenewal = 'ends a session that cannot be renewed';
const loggedOut = 'logging out clears the session and opens the home page even if the server is unreachable';
const noProfile = 'shows a notice and no name if there is no profile yet';
const fallback = 'falls back to the sign-up data and the client role if the profile cannot be loaded';
const anyPage = 'a recovery fragment on any page opens the new-password form';
const app =
  'sets up an authenticator app, asks for it at login, accepts a recovery code, and removes the app';
const halfASecond = 'login redirects to /account after half a second and replaces itself in the history';
const wantedPage = 'login redirects to the requested page and replaces itself in the history';
const incorrect = 'login with a wrong password shows Incorrect Password, with retry and reset';
const welcomeBack = 'login of a legacy client shows Welcome Back! and prefills the email on sign-up';
const notFound = 'login with an unknown email shows Account Not Found, with retry and sign-up';
const noStatus = 'login with a wrong password shows an error if the account status is unknown or unreadable';
const loginCaptcha = 'login shows an error if the captcha fails, scores low, or has no token';
const loginRefused = 'login shows the error of the auth service';
const loginOffline = 'login shows an error without a connection';
const exists =
  'sign-up with a known email in another case shows Account Already Exists, with login and reset';
const signUpCaptcha =
  'sign-up shows an error if the captcha has no token, fails, scores low, or does not respond';
const signUpRefused = 'sign-up shows the error of the auth service';
const signUpOffline = 'sign-up shows an error without a connection and keeps what was typed';
const required = 'an empty sign-up shows an error summary that links to each field';
const compares = 'sign-up rejects mismatched emails, mismatched passwords, and short passwords';
const digits = 'sign-up limits the phone to ten digits and sends digits only';
const toTheWait = 'sign-up opens the page that waits for the confirmation, with a link to the login';
const deadLink = 'an expired confirmation link shows an error';
const wholeReset = 'resets the password on another device and signs in after three seconds';
const checking = 'shows that the link is being checked';
const checklist = 'the new-password form enables its button once the checklist is complete';
const lacking = 'a reset link without a token or type is invalid';
const refusedLink = 'a rejected reset link shows that it expired and offers a new one';
const noAnswer = 'a reset link can be retried if the request fails';
const noSession = 'a reset link without a session shows an error';
const askFails = 'requesting a link shows the service’s error, or a generic one';
const newRefused = 'the new-password form shows the service’s error, or a generic one';

export const accountRows: Row[] = [
  ...rowsOf(4, [
    ['auth state: loading', accounts, fiveSeconds],
    ['auth state: signed out', session, loggedOut],
    ['auth state: signed in', session, storedSession],
    ['event: initial session', session, storedSession],
    ['event: signed in', accounts, secondTab],
    ['event: token refreshed', session, renewed],
    ['event: signed out', accounts, secondTab],
    ['event: user updated', security, 'changes the password, and asks for an emailed code in an old session'],
    ['event: password recovery', reset, anyPage],
    ['event: MFA challenge verified', security, app],
    ['on sign-in the full profile is fetched', session, storedSession],
    ['profile lookup fails: basic client-role profile', session, fallback],
    ['no profile: empty', session, noProfile],
    ['the profile is created after confirmation', accounts, wholeWay],
    ['sign-out clears all even when the server call fails', session, loggedOut],
    ['a logout error still navigates home', session, loggedOut],
    ['automatic refresh, with retries', session, renewed],
    ['a non-retryable refresh error removes the session', session, noRenewal],
    ['PKCE', accounts, otherBrowser],
    ['login: captcha check before sign-in', login, halfASecond],
    ['login: /account after 500 ms, replacing history', login, halfASecond],
    ['login: the remembered origin', accounts, wantedPage],
    ['login: profile exists: Incorrect Password, Try Again', login, incorrect],
    ['login: profile exists: Incorrect Password, Reset Password', login, incorrect],
    ['login: legacy: Welcome Back!, Create New Account with email and flag', login, welcomeBack],
    ['login: legacy: Welcome Back!, Cancel', login, welcomeBack],
    ['login: the legacy list is compared in lower case', login, welcomeBack],
    ['login: unknown: Account Not Found, Try Again', login, notFound],
    ['login: unknown: Account Not Found, Create Account', login, notFound],
    ['login: status check failed', login, noStatus],
    ['login: any other case', login, noStatus],
    ['sign-up: validation first', accounts, required],
    ['sign-up: a confirmed profile: the modal with links to login and reset', signUp, exists],
    ['sign-up: captcha check', signUp, signUpCaptcha],
    ['sign-up: then the wait for the confirmation', signUp, toTheWait],
    ['reset request: idle, sending, sent with the email', reset, wholeReset],
    ['set new password: validating', reset, checking],
    ['set new password: invalid link', reset, lacking],
    ['set new password: form, updating', reset, checklist],
    ['set new password: success, /account after 3 s', reset, wholeReset],
    ['set new password: submit disabled while updating, differing, short', reset, checklist],
    ['confirm-email: pending', signUp, toTheWait],
    ['confirm-email: success', accounts, wholeWay],
    ['confirm-email: error', signUp, deadLink],
    ['account: loading ends after 5 seconds', accounts, fiveSeconds],
    ['account: logged-out prompt', accounts, secondTab],
    ['account: dashboard', session, storedSession],
  ]),
  ...rowsOf(5, [
    ['captcha, sign-up: a token, success, a score of 0.5', signUp, signUpCaptcha],
    ['captcha, login: a token, success, a score of 0.5', login, loginCaptcha],
    ['sign-up: all fields required', accounts, required],
    ['sign-up: Email addresses do not match', signUp, compares],
    ['sign-up: Passwords do not match', signUp, compares],
    ['sign-up: Password must be at least 6 characters long', signUp, compares],
    ['sign-up: phone keeps digits only, at most 10', signUp, digits],
    ['sign-up: the lookup lowercases the email', signUp, exists],
    ['sign-up: weak-password answers', signUp, signUpRefused],
    ['password fields have a show/hide toggle', signUp, 'sign-up shows and hides each password'],
    ['set new password: match and 6 characters, live checklist', reset, checklist],
    ['set new password: the link carries both tokens and type recovery', reset, lacking],
    ['login: email and password required', login, 'login requires an email and a password'],
  ]),
  ...rowsOf(8, [
    ['sign-up: Security verification failed. Please try again.', signUp, signUpCaptcha],
    ['login: Captcha Security verification failed. Please try again.', login, loginCaptcha],
    ['Email addresses do not match', signUp, compares],
    ['Passwords do not match', signUp, compares],
    ['Password must be at least 6 characters long', signUp, compares],
    ['An unexpected error occurred', signUp, signUpRefused],
    ['Account Already Exists', signUp, exists],
    ['Account creation temporarily unavailable', signUp, signUpRefused],
    ['sign-up exception: Connection error, or contact support', signUp, signUpOffline],
    ['sign-in exception: Network error', login, loginRefused],
    ['modal Incorrect Password', login, incorrect],
    ['modal Account Not Found', login, notFound],
    ['modal Welcome Back!, copies within 2-6 hours', login, welcomeBack],
    ['Unable to verify account status', login, noStatus],
    ['Invalid email or password', login, noStatus],
    ['a failed fetch: Connection error', login, loginOffline],
    ['Application configuration error', login, loginRefused],
    ['other auth errors are their message', login, loginRefused],
    ['library: session missing', session, noRenewal],
    ['library: fetches that get 502, 503, 504 are tried again', session, renewed],
    ['reset request: the service message, or An unexpected error occurred', reset, askFails],
    ['Invalid or expired reset link', reset, refusedLink],
    ['Invalid reset session', reset, noSession],
    ['Error validating reset link', reset, noAnswer],
    ['Invalid or missing reset link', reset, lacking],
    ['An unexpected error occurred. Please try again.', reset, newRefused],
    ['set new password: the service message', reset, newRefused],
    ['confirm-email: There was an error confirming your email', signUp, deadLink],
    ['confirm-email: Please try logging in, or contact support', signUp, deadLink],
    ['account: a profile fetch failure falls back', session, fallback],
  ]),
];
