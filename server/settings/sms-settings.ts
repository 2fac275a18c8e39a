/** How texts are sent: from SMS_URL and SMS_FROM. */
export interface SmsSettings {
  /** Without login and query. */
  url: string;
  user: string;
  password: string;
  /** "+12035550100", a short code, or the id of a messaging service: "MG...". */
  from: string;
}

const SENDER = /^(\+[1-9]\d{6,14}|\d{5,6}|MG[0-9a-f]{32})$/;
const THIS_MACHINE = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The settings, or what is wrong with SMS_URL, as the end of a sentence. The sender in the address goes first. */
export function readSmsUrl(text: string, sender: string | undefined): SmsSettings | { problem: string } {
  const parsed = new URL(text);
  const { username, password, hostname, protocol, searchParams } = parsed;
  if (username === '' || password === '') {
    return { problem: 'must have a user name and a password, such as https://user:password@host/path' };
  }
  if (protocol === 'http:' && !THIS_MACHINE.test(hostname)) {
    return { problem: 'must begin with https://, since it has a password' };
  }
  // In a query, a plus sign is a space.
  const from =
    searchParams
      .get('from')
      ?.trim()
      .replace(/^(?=[1-9]\d{6,14}$)/, '+') ?? sender;
  if (from === undefined)
    return { problem: 'needs a number to send from: add ?from=%2B12035550100 or set SMS_FROM' };
  if (!isSender(from)) return { problem: 'has a from that is not a number such as +12035550100' };
  searchParams.delete('from');
  const url = new URL(parsed);
  url.username = '';
  url.password = '';
  return {
    url: url.href,
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from,
  };
}

export function isSender(text: string): boolean {
  return SENDER.test(text);
}
