import { mayManage } from '#domain/account/roles.ts';
import type { Client } from '#domain/clients/membership.ts';

/** Staff have their own area. Their account page is not a client's. */
export const hasTabs = ({ isOwn }: Client, role: string): boolean => !isOwn || !mayManage(role);
