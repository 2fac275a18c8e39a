/** Sends a change whose answer has nothing to read. Throws the server's error. */
export async function done(answer: PromiseLike<{ error: Error | null }>): Promise<void> {
  const { error } = await answer;
  if (error) throw error;
}
