import facts from '#business' with { type: 'json' };
import { parseBusiness } from '#domain/business/business.ts';
import { officeOf } from '#domain/business/office.ts';

/** The facts that we ship. */
export const demoBusiness = parseBusiness(facts);

export const demoOffice = officeOf(demoBusiness);
