/** The id of the root folder: its path '' is not a valid id. */
export const HOME = '/';

/** The path of the folder with this id. */
export const pathOf = (id: string) => (id === HOME ? '' : id);
