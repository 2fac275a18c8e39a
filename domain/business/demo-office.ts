import { type Business, parseBusiness } from './business.ts';
import facts from './demo-office.json' with { type: 'json' };

/** An invented office: the facts of a new installation, and of a field that an older office's file lacks. */
export const demoOffice: Business = parseBusiness(facts);
