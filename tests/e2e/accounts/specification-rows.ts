/**
 * Every row of the specification about accounts, and the browser test that shows it: sections 4 (auth), 5 (sign-up,
 * set-new-password, login) and 8 (sign-up and login, reset, confirm-email, account). `accounts/specification-rows.test.ts` sees to
 * it that each named test exists.
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

const wholeWay = 'on %s: sign up, confirm by the link, log out, log in';
const otherBrowser = 'the link opened in another browser confirms too, and the login is there';
const secondTab = 'the link opened in a second tab takes the first one along; a logout does, too';
const fiveSeconds = 'five seconds without an answer, and the login is offered instead of the spinner';
const storedSession =
  'a stored session is the initial one: the account with all that is known, and a reload keeps it';
const renewed = 'a session that is nearly over is renewed, after a failure too';
const noRenewal = 'a session that can not be renewed any more ends';
const loggedOut = 'logging out clears all and goes home, even when the server can not be told';
const noProfile = 'no profile yet: the yellow notice, and no name is made up';
const fallback = 'a profile that can not be fetched falls back to the sign-up, as a client';
const anyPage = 'a recovery fragment on any page leads to the new password';
const app = 'an app is set up, asked for at the login, stood in for by a recovery code, and removed';
const halfASecond = 'login goes to /account after half a second, in place of the login';
const wantedPage = 'the login leads back to the page that was wanted, and leaves no door behind';
const incorrect = 'login with a wrong password: Incorrect Password, try again or reset';
const welcomeBack =
  'login of a client of the old system: Welcome Back!, and the email goes along to the sign-up';
const notFound = 'login with an email that nobody has: Account Not Found, try again or create one';
const noStatus = 'login with a wrong password, and a status that can not be told or read';
const loginCaptcha = 'login is refused by the captcha: no proof, a low score, no token';
const loginRefused =
  'login that the service refuses: an exception, a wrong configuration, another error, an unreadable one';
const loginOffline = 'login without a connection says so';
const exists =
  'sign-up with the email of an account, in other letters: Account Already Exists, with both ways on';
const signUpCaptcha = 'sign-up is refused by the captcha: no token, no proof, a low score, no answer';
const signUpRefused =
  'sign-up that the service refuses: a database error, a weak password, another error, an unreadable one';
const signUpOffline = 'sign-up without a connection says so, and nothing typed is lost';
const required = 'an empty sign-up lists all that is missing; each line leads to its field';
const compares = 'sign-up compares the two emails and the two passwords, and counts six characters';
const digits = 'sign-up keeps the digits of the phone, ten at most, and sends digits only';
const toTheWait = 'sign-up leads to the wait for the mail, with the link to the login';
const deadLink = 'a dead confirmation link says so in the agreed words';
const wholeReset =
  'reset: ask for the link, open it on another device, choose, and be in after three seconds';
const checking = 'the link is being checked';
const checklist = 'a new password: the live checklist, and a button that waits for it';
const lacking = 'a reset link that lacks a token or the type is invalid or missing';
const refusedLink = 'a reset link that the service refuses is invalid or expired, and a new one is offered';
const noAnswer = 'a reset link that meets no answer can be tried again';
const noSession = 'a reset link that opens no session';
const askFails = 'asking for the link fails: the service’s message, or that something unexpected happened';
const newRefused = 'a new password that is refused: the service’s message, or to try again';

export const accountRows: Row[] = [
  ...rowsOf(4, [
    ['auth state: loading', accounts, fiveSeconds],
    ['auth state: signed out', session, loggedOut],
    ['auth state: signed in', session, storedSession],
    ['event: initial session', session, storedSession],
    ['event: signed in', accounts, secondTab],
    ['event: token refreshed', session, renewed],
    ['event: signed out', accounts, secondTab],
    [
      'event: user updated',
      security,
      'the password is changed here; an old session shows the code of a mail first',
    ],
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
    ['login: email and password required', login, 'login asks for the email and the password'],
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
