export const plain = (name: string) => name.normalize('NFD');
