import type { RunningPortal } from '#server/portal.ts';
import type { Config } from '#server/settings/config.ts';

/** The message that `npm start` prints when the portal is ready. */
export function readyBlock(
  config: Config,
  running: Pick<RunningPortal, 'address' | 'outbox' | 'firstSuperLink' | 'sheet'>,
): string {
  const mail =
    running.outbox === undefined
      ? 'sent by the mail server of SMTP_URL'
      : `written to ${running.outbox} (set SMTP_URL to send it)`;
  const firstSuper =
    running.firstSuperLink === undefined
      ? ''
      : `
    First super  open this link within 24 hours; it works once and is for you alone
                 ${running.firstSuperLink}`;
  const sheet =
    running.sheet === undefined
      ? ''
      : `
    Recovery     print ${running.sheet}
                 and confirm it at ${config.siteUrl}/manage/office/recovery: without it a backup can't be read`;
  return `
  Nutmeg is ready

    Address      ${config.port === 0 ? running.address : config.siteUrl}
    Data folder  ${config.dataDir}
    Mail         ${mail}${firstSuper}${sheet}

`;
}
