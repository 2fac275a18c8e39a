import type { Config } from './config.ts';

/** The few lines that a person who has just started the portal needs. */
export function readyBlock(config: Config, running: { address: string; outbox: string | undefined }): string {
  const mail =
    running.outbox === undefined
      ? 'sent by the mail server of SMTP_URL'
      : `written to ${running.outbox} (set SMTP_URL to send it)`;
  return `
  Nutmeg is ready

    Address      ${config.port === 0 ? running.address : config.siteUrl}
    Data folder  ${config.dataDir}
    Mail         ${mail}
    First super  sign up and confirm, then: npm run portal -- role you@example.com super

`;
}
