/** The id of the root folder: its path '' is not a valid id. */
export const HOME = '/';

export const pathOf = (id: string) => (id === HOME ? '' : id);
