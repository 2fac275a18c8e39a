import { storedJoinCode } from '#app/shared/session/session.tsx';
import { codeLength, typedCode } from '#domain/clients/invitations.ts';

export function keepJoinCode(text: string): void {
  const code = typedCode(text);
  if (code.length === codeLength) storedJoinCode.save(code);
}

/** The code of an earlier visit; '' if there is none. */
export function keptJoinCode(): string {
  const code = typedCode(storedJoinCode.read() ?? '');
  return code.length === codeLength ? code : '';
}

export const forgetJoinCode = storedJoinCode.clear;
