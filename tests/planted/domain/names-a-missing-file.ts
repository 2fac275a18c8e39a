// As in domain/nowhere.ts: scripts/check.mjs must report this path.
export const planted = true;
