/** What a failed login shows: a dialog with a choice, or a text. */
export type LoginAnswer =
  | { kind: 'incorrect-password' | 'welcome-back' | 'not-found'; email: string }
  | { kind: 'text'; text: string }
  /** The address is not confirmed yet. */
  | { kind: 'unconfirmed'; text: string; email: string };

export type LoginQuestion = Extract<
  LoginAnswer,
  { kind: 'incorrect-password' | 'welcome-back' | 'not-found' }
>;

export function isQuestion(answer: LoginAnswer): answer is LoginQuestion {
  return answer.kind !== 'text' && answer.kind !== 'unconfirmed';
}
