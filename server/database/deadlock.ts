import pg from 'pg';

const ATTEMPTS = 10;
const DEADLOCK = '40P01';

/** Repeats a transaction that a deadlock rolled back: on several rows, which others may lock in another order. */
export async function retryOnDeadlock<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || attempt === ATTEMPTS)
        throw error;
    }
  }
}
