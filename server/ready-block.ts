import type { Config } from './config.ts';

/** The few lines that a person who has just started the portal needs. */
export function readyBlock(
  config: Config,
  running: { address: string; outbox: string | undefined; firstSuperLink: string | undefined },
): string {
  const mail =
    running.outbox === undefined
      ? 'sent by the mail server of SMTP_URL'
      : `written to ${running.outbox} (set SMTP_URL to send it)`;
  const firstSuper =
    running.firstSuperLink === undefined
      ? ''
      : `    First super  open this link within 24 hours; it works once and is for you alone
                 ${running.firstSuperLink}
`;
  return `
  Nutmeg is ready

    Address      ${config.port === 0 ? running.address : config.siteUrl}
    Data folder  ${config.dataDir}
    Mail         ${mail}
${firstSuper}
`;
}
