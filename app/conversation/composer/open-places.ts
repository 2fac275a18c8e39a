/** Where a message is being written on the screen: these messages are sent there. */
const openPlaces = new Set<string>();

/** Returns a function that ends it. */
export function noteOpenPlace(key: string): () => void {
  openPlaces.add(key);
  return () => void openPlaces.delete(key);
}

export const isOpenPlace = (key: string): boolean => openPlaces.has(key);
