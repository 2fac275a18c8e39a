/** Where the sealed secrets of the accounts belong (`Sealer`); verifying and changing the key need to know it too. */
export const authSealPlace = {
  signingKey: (kid: string) => `signing-key:${kid}`,
  oneTimeCode: (tokenHash: Buffer) => `one-time-code:${tokenHash.toString('hex')}`,
  refreshToken: (sessionId: string) => `refresh-token:${sessionId}`,
  totpSecret: (factorId: string) => `totp-secret:${factorId}`,
};
