import { z } from 'zod';

// Compiling validators with `new Function` is what the content security policy forbids.
z.config({ jitless: true });

export { z };
