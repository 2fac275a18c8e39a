const PLATFORMS = ['facebook', 'instagram'];

/** Whether a platform or way of contact is one where the office can't start a conversation. */
export const isSocial = (platform: string): boolean => PLATFORMS.includes(platform);
