/** What each sealed secret is bound to (see `Sealer`). Verification and key rotation use the same values. */
export const authSealPlace = {
  signingKey: (kid: string) => `signing-key:${kid}`,
  oneTimeCode: (tokenHash: Buffer) => `one-time-code:${tokenHash.toString('hex')}`,
  refreshToken: (sessionId: string) => `refresh-token:${sessionId}`,
  totpSecret: (factorId: string) => `totp-secret:${factorId}`,
};
